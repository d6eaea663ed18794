import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatIsoDate, parseMoment } from '../../kit/values/time.ts'
import { parseDate } from './parse-date.ts'

const zone = 'Europe/Paris'
/** A Wednesday in winter: no clock is changed in the weeks around it. */
const now = parseMoment({ year: 2026, month: 1, day: 14, hour: 9, minute: 15, second: 30 }, zone)

/** Wall time in Paris. */
const read = (text: string): string | undefined => {
  const moment = parseDate(text, zone, now)
  return moment === undefined ? undefined : formatIsoDate(moment, zone).slice(0, 19).replace('T', ' ')
}

describe('a date', () => {
  it.each([
    // In digits.
    ['20260401', '2026-04-01 00:00:00'],
    ['20260401T103000', '2026-04-01 10:30:00'],
    ['20260401t1030Z', '2026-04-01 12:30:00'],
    ['2026-4-1', '2026-04-01 00:00:00'],
    ['2026-4-1 9:05', '2026-04-01 09:05:00'],
    ['2026/04/01', '2026-04-01 00:00:00'],
    ['01-04-2026', '2026-04-01 00:00:00'],
    ['1.4.2026', '2026-04-01 00:00:00'],
    ['04/01/2026', '2026-04-01 00:00:00'],
    ['4/1/2026 10:30 pm', '2026-04-01 22:30:00'],
    ['2026-04-01T24:00:00', '2026-04-02 00:00:00'],
    ['2026-12-31 24:00', '2027-01-01 00:00:00'],
    ['2026-W14-3', '2026-04-01 00:00:00'],
    ['2026W143', '2026-04-01 00:00:00'],
    ['2026-W14', '2026-03-30 00:00:00'],
    ['2026-W01-1', '2025-12-29 00:00:00'],
    ['2026-W53-7', '2027-01-03 00:00:00'],
    ['2026-W14-3T10:30+05:00', '2026-04-01 07:30:00'],
    ['@1711929600', '2024-04-01 02:00:00'],
    ['@-86400', '1969-12-31 01:00:00'],
    // With the name of the month.
    ['1 April 2026', '2026-04-01 00:00:00'],
    ['1 Apr 2026', '2026-04-01 00:00:00'],
    ['1st april 2026', '2026-04-01 00:00:00'],
    ['April 1, 2026', '2026-04-01 00:00:00'],
    ['Apr 1 2026', '2026-04-01 00:00:00'],
    ['Wednesday, April 1, 2026', '2026-04-01 00:00:00'],
    ['2026-Apr-01', '2026-04-01 00:00:00'],
    ['1 April 2026 10:30', '2026-04-01 10:30:00'],
    ['April 1, 2026 12:05 am', '2026-04-01 00:05:00'],
    ['Wednesday, 01-Apr-26 10:30:00 GMT', '2026-04-01 12:30:00'],
    ['01-Apr-99', '1999-04-01 00:00:00'],
    // From now on.
    ['now', '2026-01-14 09:15:30'],
    ['today', '2026-01-14 00:00:00'],
    [' Tomorrow ', '2026-01-15 00:00:00'],
    ['YESTERDAY', '2026-01-13 00:00:00'],
    ['yesterday 10:00', '2026-01-13 10:00:00'],
    ['midnight', '2026-01-14 00:00:00'],
    ['noon', '2026-01-14 12:00:00'],
    ['tomorrow 10:00', '2026-01-15 10:00:00'],
    ['Tomorrow noon', '2026-01-15 12:00:00'],
    ['+1 day', '2026-01-15 09:15:30'],
    ['-2 weeks', '2025-12-31 09:15:30'],
    ['+3 months', '2026-04-14 09:15:30'],
    ['1 week ago', '2026-01-07 09:15:30'],
    ['1 month 2 days ago', '2025-12-12 09:15:30'],
    ['+1 week 2 days', '2026-01-23 09:15:30'],
    ['+1 day 10:00', '2026-01-15 10:00:00'],
    ['today +36 hours', '2026-01-15 12:00:00'],
    ['+90 min', '2026-01-14 10:45:30'],
    ['next month', '2026-02-14 09:15:30'],
    ['last year', '2025-01-14 09:15:30'],
    ['2026-01-31 +1 month', '2026-03-03 00:00:00'],
    ['2028-01-31 +1 month', '2028-03-02 00:00:00'],
    ['2024-02-29 +1 year', '2025-03-01 00:00:00'],
    ['monday', '2026-01-19 00:00:00'],
    ['wednesday', '2026-01-14 00:00:00'],
    ['next monday', '2026-01-19 00:00:00'],
    ['next wed', '2026-01-21 00:00:00'],
    ['last friday', '2026-01-09 00:00:00'],
    ['last wednesday', '2026-01-07 00:00:00'],
    ['  Monday\t10:30 ', '2026-01-19 10:30:00'],
    // The clocks go forward on 29 March: a day is 23 hours, 24 hours are more than a day.
    ['2026-03-28 +2 days', '2026-03-30 00:00:00'],
    ['2026-03-29 +24 hours', '2026-03-30 01:00:00'],
  ])('%j is %j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    [
      '',
      '1700000000',
      '2026',
      '10:30',
      'soon',
      'ago',
      '1',
      'monday ago',
      'next',
      'april',
      '@',
      '@1.5',
      '@12345678901234',
    ],
    ['20260431', '2026-2-30', '29/02/2024', '31.4.2026', '13/01/2026', '2026-W00-1', '2025-W53-1', '2026-W14-8'],
    ['1 Foo 2026', '31 April 2026', 'Thursday, 1 April 2026', '1 April', '1 Apr 26', 'Apr 2026', '2026-4-1 day'],
    ['2026-04-01T24:00:01', '2026-4-1 25:00', '2026-4-1 10:60', '2026-4-1 13:00 pm', '2026-4-1 10:30 xyz'],
    // A time is at the end.
    [
      '2026-4-1 10:30 +1 day',
      '10:30 2026-4-1',
      '2026-4-1 10:30 +16:00',
      'tomorrow tomorrow',
      '+1 sheep',
      '+1',
      '+99999 years',
      '+123456 days',
      'constructor',
    ],
    [`${'+99999 years '.repeat(7)}`, `2026-4-1${' '.repeat(100)}10:30`, '1 day '.repeat(50)],
  ])('is not %j', (...texts) => {
    for (const text of texts) expect([text, read(text)]).toEqual([text, undefined])
  })

  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']
  months.push('November', 'December')
  const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  const pad = (number: number) => String(number).padStart(2, '0')
  const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts)
  const days = fc
    .date({ min: new Date('1000-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
    .map((date) => ({
      ...{ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
      weekday: date.getUTCDay(),
    }))

  it('is the same in each form (property test)', () => {
    const clocks = fc.option(fc.record({ hour: fc.nat(23), minute: fc.nat(59), second: fc.nat(59) }), {
      nil: undefined,
    })
    fc.assert(
      fc.property(days, clocks, oneOf(zone, 'UTC', 'America/Sao_Paulo'), (date, clock, zone) => {
        const { year, month, day, weekday } = date
        const [name = '', dayName = ''] = [months[month - 1], weekdays[weekday]]
        const forms = [
          `${year}${pad(month)}${pad(day)}`,
          ...['-', '/'].map((separator) => [year, month, day].join(separator)),
          ...['-', '.'].map((separator) => [day, month, year].join(separator)),
          `${pad(month)}/${pad(day)}/${year}`,
          `${day} ${name} ${year}`,
          `${dayName}, ${day} ${name.slice(0, 3)} ${year}`,
          `${name} ${day}, ${year}`,
          `${dayName.slice(0, 3)} ${name.slice(0, 3)} ${day} ${year}`.toUpperCase(),
          ...(year >= 1970 && year < 2070 ? [`${dayName}, ${pad(day)}-${name.slice(0, 3)}-${pad(year % 100)}`] : []),
        ]
        const time = clock && ` ${clock.hour}:${pad(clock.minute)}:${pad(clock.second)}`
        const moment = parseMoment({ year, month, day, ...clock }, zone)
        for (const form of forms) {
          expect([form, parseDate(`${form}${time ?? ''}`, zone, now)]).toEqual([form, moment])
          const utc = parseMoment({ year, month, day, ...clock }, 'UTC')
          if (time !== undefined && year > 1000 && year < 9999)
            expect([form, parseDate(`${form}${time} +02:00`, zone, now)]).toEqual([form, utc - 7200])
        }
        expect(parseDate(`@${moment}`, zone, now)).toBe(moment)
      }),
    )
  })

  it('moves by days as the calendar does (property test)', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -999, max: 999 }), ({ year, month, day }, count) => {
        fc.pre(year > 1010 && year < 9990)
        const expected = parseMoment({ year, month, day: day + count }, zone)
        const from = `${year}-${month}-${day}`
        expect(parseDate(`${from} ${count < 0 ? '' : '+'}${count} days`, zone, now)).toBe(expected)
        expect(parseDate(`${from} ${Math.abs(count)} days${count < 0 ? ' ago' : ''}`, zone, now)).toBe(expected)
      }),
    )
  })

  it('is read or not, and nothing is thrown (property test)', () => {
    const word = fc.oneof(
      oneOf('+1', '-99999', '4', '2026', '01', '99999', ':', '-', '/', '.', 'T', ' ', ' ', '@', ',', 'W14', '24:00'),
      oneOf('day', 'months', 'years', 'ago', 'next', 'last', 'monday', 'apr', 'april', 'now', 'noon', 'gmt', 'am', 'z'),
      fc.string({ maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const moment = parseDate(words.join(''), zone, now)
        expect(moment === undefined || Number.isSafeInteger(moment)).toBe(true)
        if (moment !== undefined) expect(formatIsoDate(moment, zone)).toMatch(/^\d{4}-/)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['1', ' ', '+1 day ', 'a', '1-', 'next ', '1:', '('])(
    'in a text of a million %j is found to be none',
    (text) => {
      expect(parseDate(text.repeat(1_000_000), zone, now)).toBeUndefined()
    },
  )
})
