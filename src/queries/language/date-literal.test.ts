import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDateLiteral } from './date-literal.ts'

const two = (number: number) => String(number).padStart(2, '0')

describe('parsing a date literal', () => {
  it.each([
    ['2024-02-29', { year: 2024, month: 2, day: 29, time: null }],
    ['0001-01-01', { year: 1, month: 1, day: 1, time: null }],
    ['2000-02-29', { year: 2000, month: 2, day: 29, time: null }],
    ['9999-12-31 23:59', { year: 9999, month: 12, day: 31, time: { hour: 23, minute: 59 } }],
    ['2024-02-29 00:00', { year: 2024, month: 2, day: 29, time: { hour: 0, minute: 0 } }],
  ])('%s is %j', (text, date) => expect(parseDateLiteral(text)).toEqual(date))

  it.each([
    '',
    'garbage',
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-1-2',
    '2026/01/02',
    '20260102',
    '02026-01-02',
    ' 2026-01-02',
    '2026-01-02\n',
    '2026-01-02T10:00',
    '2026-01-02 24:00',
    '2026-01-02 10:60',
    '2026-01-02 10:00:00',
    '2026-01-02 10',
    '2026-01-02  10:00',
  ])('%j is none', (text) => expect(parseDateLiteral(text)).toBeUndefined())

  it('accepts exactly the days of the calendar', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const text = `${year}-${two(month)}-${two(day)}`
          const date = new Date(Date.UTC(year, month - 1, day))
          expect(parseDateLiteral(text) !== undefined).toBe(date.toISOString().slice(0, 10) === text)
        },
      ),
    )
  })
})
