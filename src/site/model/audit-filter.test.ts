import { describe, expect, it } from 'vitest'
import { parsePeriodEnd } from './audit-filter.ts'

describe('a limit of the searched period', () => {
  it.each([
    ['2026-03-13', 'first', '2026-03-12T23:00:00Z'],
    ['2026-03-13', 'last', '2026-03-13T22:59:59Z'],
    // The clocks change on this day.
    ['2026-03-29', 'first', '2026-03-28T23:00:00Z'],
    ['2026-03-29', 'last', '2026-03-29T21:59:59Z'],
    ['2026-03-13T10:00:00+01:00', 'first', '2026-03-13T09:00:00Z'],
    ['2026-03-13T10:00:00Z', 'last', '2026-03-13T10:00:00Z'],
  ] as const)('%s as the %s limit is %s in Paris', (text, end, moment) => {
    expect(parsePeriodEnd(text, 'Europe/Paris', end)).toBe(Date.parse(moment) / 1000)
  })

  it.each(['2026-02-30', '2026-13-01', 'yesterday', '', '2026-03-13 10:00'])('%j is rejected', (text) => {
    expect(parsePeriodEnd(text, 'Europe/Paris', 'first')).toBeUndefined()
  })
})
