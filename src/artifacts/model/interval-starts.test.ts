import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatIsoDate, formatWallClock } from '../../kit/values/time.ts'
import { intervalLengths, listIntervalStarts } from './interval-starts.ts'

const at = (iso: string): number => Date.parse(iso) / 1000

const listStarts = (now: string, timezone: string, length: (typeof intervalLengths)[number], count: number) =>
  listIntervalStarts(at(now), timezone, { length, count }).map((start) => formatIsoDate(start, timezone))

describe('the starts of intervals', () => {
  it.each([
    // The clocks are set forward on 29 March 2026 and back on 25 October.
    ['2026-03-30T12:00:00Z', ['2026-03-28T00:00:00+01:00', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00']],
    ['2026-03-29T00:30:00Z', ['2026-03-27T00:00:00+01:00', '2026-03-28T00:00:00+01:00', '2026-03-29T00:00:00+01:00']],
    ['2026-10-26T12:00:00Z', ['2026-10-24T00:00:00+02:00', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00']],
    // The second half past two of this day.
    ['2026-10-25T01:30:00Z', ['2026-10-23T00:00:00+02:00', '2026-10-24T00:00:00+02:00', '2026-10-25T00:00:00+02:00']],
    ['2025-12-31T23:00:00Z', ['2025-12-30T00:00:00+01:00', '2025-12-31T00:00:00+01:00', '2026-01-01T00:00:00+01:00']],
    ['2025-12-31T22:59:59Z', ['2025-12-29T00:00:00+01:00', '2025-12-30T00:00:00+01:00', '2025-12-31T00:00:00+01:00']],
  ])('are midnights in the time zone: the last days at %s', (now, starts) => {
    expect(listStarts(now, 'Europe/Paris', 'day', 3)).toEqual(starts)
  })

  it('have 23 and 25 hours between them when the clocks change', () => {
    const hours = (now: string): number => {
      const [first = 0, second = 0] = listIntervalStarts(at(now), 'Europe/Paris', { length: 'day', count: 2 })
      return (second - first) / 3600
    }
    expect(['2026-03-29', '2026-03-30', '2026-10-26'].map((day) => hours(`${day}T12:00:00Z`))).toEqual([24, 23, 25])
  })

  it.each([
    // A Sunday, a Monday, and a Sunday in UTC that is Monday in Paris.
    ['2026-03-29T20:00:00Z', ['2026-03-16T00:00:00+01:00', '2026-03-23T00:00:00+01:00']],
    ['2026-03-30T08:00:00Z', ['2026-03-23T00:00:00+01:00', '2026-03-30T00:00:00+02:00']],
    ['2026-03-29T22:00:00Z', ['2026-03-23T00:00:00+01:00', '2026-03-30T00:00:00+02:00']],
    ['2026-01-01T12:00:00Z', ['2025-12-22T00:00:00+01:00', '2025-12-29T00:00:00+01:00']],
  ])('are Mondays: the last weeks at %s', (now, starts) => {
    expect(listStarts(now, 'Europe/Paris', 'week', 2)).toEqual(starts)
  })

  it('are first days of months', () => {
    expect(listStarts('2026-03-31T12:00:00Z', 'Europe/Paris', 'month', 4)).toEqual([
      '2025-12-01T00:00:00+01:00',
      '2026-01-01T00:00:00+01:00',
      '2026-02-01T00:00:00+01:00',
      '2026-03-01T00:00:00+01:00',
    ])
    expect(listStarts('2026-04-30T22:00:00Z', 'Europe/Paris', 'month', 2)).toEqual([
      '2026-04-01T00:00:00+02:00',
      '2026-05-01T00:00:00+02:00',
    ])
    expect(listStarts('2026-03-31T12:00:00Z', 'UTC', 'month', 366)[0]).toBe('1995-10-01T00:00:00+00:00')
  })

  it('are where the day begins when midnight is skipped or comes twice', () => {
    expect(listStarts('2018-11-04T12:00:00Z', 'America/Sao_Paulo', 'day', 2)).toEqual([
      '2018-11-03T00:00:00-03:00',
      '2018-11-04T01:00:00-02:00',
    ])
    expect(listStarts('2026-11-01T12:00:00Z', 'America/Havana', 'day', 2)).toEqual([
      '2026-10-31T00:00:00-04:00',
      '2026-11-01T00:00:00-04:00',
    ])
  })

  it('follow each other in every zone, each as the first second of its day, none later than now', () => {
    const zones = fc.constantFrom(
      ...['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Sao_Paulo'],
      ...['America/Havana', 'Asia/Beirut', 'Pacific/Auckland'],
    )
    const moments = fc.integer({ min: at('2000-01-01'), max: at('2040-01-01') })
    const lengths = fc.constantFrom(...intervalLengths)
    fc.assert(
      fc.property(moments, zones, lengths, fc.integer({ min: 1, max: 40 }), (now, zone, length, count) => {
        const starts = listIntervalStarts(now, zone, { length, count })
        expect(starts).toHaveLength(count)
        expect(starts.at(-1)).toBeLessThanOrEqual(now)
        for (const [index, start] of starts.entries()) {
          const day = formatWallClock(start, zone, false)
          expect(formatWallClock(start - 1, zone, false) < day).toBe(true)
          if (length === 'week') expect(new Date(day).getUTCDay()).toBe(1)
          if (length === 'month') expect(day.slice(8)).toBe('01')
          const [next, days] = [starts[index + 1] ?? now, { day: 1, week: 7, month: 31 }[length]]
          expect(next).toBeGreaterThan(start - (next === now ? 1 : 0))
          expect(next - start).toBeLessThanOrEqual(days * 86_400 + 3600)
        }
      }),
    )
  })
})
