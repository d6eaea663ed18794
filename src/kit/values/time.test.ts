import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatHttpDate, formatIsoDate, formatWallClock, isRepresentableTime, parseMoment } from './time.ts'

const at = (iso: string): number => Date.parse(iso) / 1000

describe('a time', () => {
  it.each([
    ['2026-03-13T14:32:25Z', 'Europe/Paris', '2026-03-13T15:32:25+01:00'],
    ['2026-07-13T14:32:25Z', 'Europe/Paris', '2026-07-13T16:32:25+02:00'],
    ['2026-03-13T14:32:25Z', 'UTC', '2026-03-13T14:32:25+00:00'],
    ['2026-03-13T14:32:25Z', 'Asia/Kolkata', '2026-03-13T20:02:25+05:30'],
    ['2026-03-13T02:32:25Z', 'America/St_Johns', '2026-03-13T00:02:25-02:30'],
  ])('%s in %s is formatted as %s', (moment, zone, text) => {
    expect(formatIsoDate(at(moment), zone)).toBe(text)
  })
  it('is formatted for HTTP in GMT', () => {
    expect(formatHttpDate(at('2026-03-13T14:32:25Z'))).toBe('Fri, 13 Mar 2026 14:32:25 GMT')
  })
  it('is formatted with or without the time of day', () => {
    expect(formatWallClock(at('2026-03-13T23:30:00Z'), 'Europe/Paris', false)).toBe('2026-03-14')
    expect(formatWallClock(at('2026-03-13T23:30:00Z'), 'Europe/Paris', true)).toBe('2026-03-14 00:30')
  })
  it.each([
    ['9999-12-31T23:30:00Z', 'Europe/Paris', '9999-12-31T23:59:59+01:00'],
    ['9999-12-31T23:30:00Z', 'America/Phoenix', '9999-12-31T16:30:00-07:00'],
    ['0001-01-01T00:30:00Z', 'Etc/GMT+7', '0001-01-01T00:00:00-07:00'],
    ['+010000-01-01T04:59:00Z', 'UTC', '9999-12-31T23:59:59+00:00'],
  ])('%s in %s stays in the years with four digits: %s', (moment, zone, text) => {
    expect(formatIsoDate(at(moment), zone)).toBe(text)
    expect(formatWallClock(at(moment), zone, true)).toBe(text.slice(0, 16).replace('T', ' '))
  })
  it.each([8.64e12, 1e300, -1e300])('is formatted as a valid date even if no calendar contains it: %d', (seconds) => {
    expect(isRepresentableTime(seconds)).toBe(false)
    expect(isRepresentableTime(at(formatIsoDate(seconds, 'UTC')))).toBe(true)
    expect(formatWallClock(seconds, 'Asia/Tokyo', false)).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
  it('is parsed back from its format in every zone', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), zones, (moment, zone) => {
        expect(at(formatIsoDate(moment, zone))).toBe(moment)
      }),
    )
  })
  it('is parsed from local time', () => {
    expect(parseMoment({ year: 2026, month: 7, day: 1 }, 'Europe/Paris')).toBe(at('2026-06-30T22:00:00Z'))
    expect(parseMoment({ year: 2026, month: 1, day: 1, hour: 10, minute: 30 }, 'America/New_York')).toBe(
      at('2026-01-01T15:30:00Z'),
    )
  })
  it.each([1, 50, 99, 100, 999])('is parsed from local time of the year %i', (year) => {
    const moment = at(`${String(year).padStart(4, '0')}-03-01T00:00:00Z`)
    expect(parseMoment({ year, month: 3, day: 1 }, 'UTC')).toBe(moment)
    // Historic zones differ by minutes; the test only excludes an error of a century.
    expect(Math.abs(parseMoment({ year, month: 3, day: 1 }, 'America/New_York') - moment)).toBeLessThan(86_400)
  })
  it.each([
    ['2026-03-29T02:30', 'Europe/Paris', '2026-03-29T01:30:00Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
    // Midnight itself is skipped.
    ['2018-11-04T00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['2011-12-30T00:00', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['2026-10-25T02:30', 'Europe/Paris', '2026-10-25T00:30:00Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00Z'],
  ])('is parsed from local time during a clock change: %s in %s', (wall, zone, moment) => {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = wall.split(/[-T:]/).map(Number)
    expect(parseMoment({ year, month, day, hour, minute }, zone)).toBe(at(moment))
  })
})
