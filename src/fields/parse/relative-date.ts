import { computeWeekday, findDaysFromToday, findWeekday } from './day-names.ts'
import { addDays, type Day, type WallTime } from './wall-time.ts'

const units = {
  sec: { second: 1 },
  second: { second: 1 },
  min: { minute: 1 },
  minute: { minute: 1 },
  hour: { hour: 1 },
  day: { day: 1 },
  week: { day: 7 },
  fortnight: { day: 14 },
  month: { month: 1 },
  year: { year: 1 },
} as const satisfies Readonly<Record<string, Partial<Record<keyof WallTime, number>>>>

/** Months before days, and hours as elapsed time: an hour that the clocks skip counts as none. */
export type Shift = Record<keyof WallTime, number>

const unit = `(?<unit>${Object.keys(units).join('|')})s?`
const counted = new RegExp(String.raw`(?:^| )(?<sign>[+-]?)(?<count>\d{1,5}) ?${unit}$`)
const named = new RegExp(`(?:^| )(?<word>next|last|previous|this) ${unit}$`)

/** Splits `+1 day`, `2 weeks ago`, `next month` off the end of a text; null: it has none. */
export function splitShift(text: string): { readonly date: string; readonly shift: Shift | null } {
  const isPast = text.endsWith(' ago')
  let date = isPast ? text.slice(0, -' ago'.length) : text
  const shift: Shift = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  let isShifted = false
  for (;;) {
    const match = counted.exec(date) ?? named.exec(date)
    if (match === null) break
    const { sign, count, word, unit: name } = match.groups ?? {}
    const amount = count === undefined ? amountOf(word) : Number(`${sign}${count}`)
    for (const [part, size] of Object.entries(units[name as keyof typeof units]))
      shift[part as keyof WallTime] += amount * size * (isPast ? -1 : 1)
    date = date.slice(0, match.index)
    isShifted = true
  }
  // What is not counted is not ago.
  return isShifted ? { date, shift } : { date: text, shift: null }
}

const amountOf = (word: string | undefined): number => (word === 'next' ? 1 : word === 'this' ? 0 : -1)

/** Parses `today`, `tomorrow`, `yesterday`, `midnight` and days of the week, seen from a day. */
export function parseRelativeDay(text: string, today: Day): Day | undefined {
  const days = text === 'midnight' ? 0 : findDaysFromToday(text)
  return days === undefined ? parseWeekday(text, today) : addDays(today, days)
}

/** `monday` may be today, `next monday` and `last monday` are not. */
function parseWeekday(text: string, today: Day): Day | undefined {
  const [, word, name = ''] = /^(?:(next|last|previous|this) )?([a-z]+)$/.exec(text) ?? []
  const weekday = findWeekday(name)
  if (weekday === undefined) return undefined
  const ahead = (weekday - computeWeekday(today) + 7) % 7
  if (word === 'next') return addDays(today, ahead || 7)
  return addDays(today, word === 'last' || word === 'previous' ? ahead - 7 : ahead)
}
