import { expect, it } from 'vitest'
import { formatIsoDate, parseMoment } from '../../kit/values/time.ts'
import { parseExactDate } from './parse-exact-date.ts'

const zone = 'America/Santiago'
/** The day before the clocks change at midnight: the next day begins at 1 o'clock. */
const now = parseMoment({ year: 2026, month: 9, day: 5, hour: 9, minute: 15, second: 30 }, zone)

it.each([
  ['now', '2026-09-05T09:15:30-04:00'],
  ['today', '2026-09-05T00:00:00-04:00'],
  [' Tomorrow ', '2026-09-06T01:00:00-03:00'],
  ['YESTERDAY', '2026-09-04T00:00:00-04:00'],
])('reads %j as %s', (text, expected) => {
  const moment = parseExactDate(text, zone, now)
  expect(moment === undefined ? undefined : formatIsoDate(moment, zone)).toBe(expected)
})

it.each(['midnight', 'tomorrow 10:00', 'constructor', 'monday', '+1 day', ''])('does not know %j', (text) => {
  expect(parseExactDate(text, zone, now)).toBeUndefined()
})
