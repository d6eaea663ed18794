import { computeWeekday } from './day-names.ts'
import { addDays, type Day } from './wall-time.ts'

/** The order of the parts in each form: where the day is first or the month, as strtotime of PHP has it. */
const forms: readonly (readonly [RegExp, readonly (keyof Day)[]])[] = [
  [/^(\d{4})(\d{2})(\d{2})$/, ['year', 'month', 'day']],
  [/^(\d{4})-(\d{1,2})-(\d{1,2})$/, ['year', 'month', 'day']],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/, ['year', 'month', 'day']],
  [/^(\d{1,2})-(\d{1,2})-(\d{4})$/, ['day', 'month', 'year']],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, ['day', 'month', 'year']],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, ['month', 'day', 'year']],
]

/** Parses a day in digits: `2026-4-1`, `20260401`, `2026/04/01`, `1.4.2026`, `01-04-2026`, `04/01/2026`. */
export function parseCalendarDay(text: string): Day | undefined {
  for (const [pattern, parts] of forms) {
    const match = pattern.exec(text)
    if (match === null) continue
    const numberOf = (part: keyof Day): number => Number(match[parts.indexOf(part) + 1])
    return { year: numberOf('year'), month: numberOf('month'), day: numberOf('day') }
  }
  return undefined
}

/** Parses a day of a week of ISO 8601: `2026-W14-3`, `2026W143`; a week without day is its Monday. */
export function parseWeekDate(text: string): Day | undefined {
  const [match, year = '', week = '', weekday = '1'] = /^(\d{4})-?w(\d{2})(?:-?([1-7]))?$/.exec(text) ?? []
  if (match === undefined) return undefined
  // The first week has 4 January; a year has 53 if 31 December is in the last one.
  const monday = mondayOf({ year: Number(year), month: 1, day: 4 })
  const day = addDays(monday, (Number(week) - 1) * 7 + Number(weekday) - 1)
  const thursday = addDays(monday, (Number(week) - 1) * 7 + 3)
  return week !== '00' && thursday.year === Number(year) ? day : undefined
}

const mondayOf = (day: Day): Day => addDays(day, -((computeWeekday(day) + 6) % 7))
