import { computeWeekday, findMonth, findWeekday } from './day-names.ts'
import type { Day } from './wall-time.ts'

const dayFirst = /^(?<day>\d{1,2})(?:st|nd|rd|th)?\.?[ -]?(?<month>[a-z]{3,9})\.?,?[ -]?(?<year>\d{4})$/
const monthFirst = /^(?<month>[a-z]{3,9})\.? ?(?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/
const yearFirst = /^(?<year>\d{4})[ -](?<month>[a-z]{3,9})[ -](?<day>\d{1,2})$/
/** RFC 850, whose years have two digits. */
const shortYear = /^(?<day>\d{1,2})-(?<month>[a-z]{3})-(?<year>\d{2})$/

/** Parses a day with the name of its month: `1 April 2026`, `Apr 1, 2026`, `Wednesday, 01-Apr-26`, in lower case. */
export function parseNamedMonthDay(text: string): Day | undefined {
  const [, weekdayName, rest = text] = /^([a-z]+)(?:, ?| )(.*)$/.exec(text) ?? []
  const weekday = weekdayName === undefined ? undefined : findWeekday(weekdayName)
  // Without a weekday, the first word is the month.
  const day = parseDay(weekday === undefined ? text : rest)
  if (day === undefined) return undefined
  return weekday === undefined || weekday === computeWeekday(day) ? day : undefined
}

function parseDay(text: string): Day | undefined {
  for (const pattern of [dayFirst, monthFirst, yearFirst, shortYear]) {
    const { day = '', month: name = '', year = '' } = pattern.exec(text)?.groups ?? {}
    const month = findMonth(name)
    if (month !== undefined) return { year: toFullYear(year), month, day: Number(day) }
  }
  return undefined
}

/** 70 to 99 are in the last century. */
function toFullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}
