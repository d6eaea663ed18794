import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockYear, listClockPeriods } from './clock-periods.ts'
import { computeZoneOffset } from './time.ts'

const at = (iso: string): number => Date.parse(iso) / 1000
const yearOf = (moment: number): number => Math.floor(moment / clockYear)

describe('the periods of the clocks of a zone', () => {
  it('begin when the clocks change', () => {
    const year = yearOf(at('2026-06-01T00:00:00Z'))
    const periods = listClockPeriods('Europe/Paris', [year])
    expect(periods.slice(1)).toEqual([
      { from: at('2026-03-29T01:00:00Z'), offset: 7200 },
      { from: at('2026-10-25T01:00:00Z'), offset: 3600 },
    ])
    expect(periods[0]?.offset).toBe(3600)
  })

  it('are one for zones whose clocks do not change, also over several years', () => {
    expect(listClockPeriods('Asia/Kolkata', [40, 41, 50])).toEqual([{ from: 40 * clockYear, offset: 19_800 }])
    expect(listClockPeriods('UTC', [])).toEqual([])
  })

  const zones = ['Europe/Paris', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia']
  it('have the offset of each moment of the years', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.array(fc.integer({ min: at('1970-01-01T00:00:00Z'), max: at('2100-01-01T00:00:00Z') }), { minLength: 1 }),
        (zone, moments) => {
          const years = [...new Set(moments.map(yearOf))].sort((a, b) => a - b)
          const periods = listClockPeriods(zone, years)
          for (const moment of moments) {
            const period = periods.findLast(({ from }) => from <= moment) ?? periods[0]
            expect([zone, moment, period?.offset]).toEqual([zone, moment, computeZoneOffset(moment, zone)])
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
