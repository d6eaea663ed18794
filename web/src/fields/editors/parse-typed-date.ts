type Unit = 'day' | 'week' | 'month' | 'year'

/** Words that stand for dates, in the language of the pages. */
export interface DateWords {
  /** Days from today by word: `tomorrow` is 1. */
  readonly days: Readonly<Record<string, number>>
  readonly units: Readonly<Record<string, Unit>>
  /** Language of the names of weekdays and of the order of day and month. */
  readonly locale: string | undefined
}

/** A day or a minute that was typed, as `YYYY-MM-DD` and `HH:MM`. */
export interface TypedDate {
  readonly day: string
  readonly time: string | null
}

/**
 * Parses a typed date: `2026-11-20`, `20.11.2026` in the order of the locale, `+3d`, `-2w`, `mon`, `tomorrow`; each may
 * end with a time. undefined: it is none of them.
 */
export function parseTypedDate(text: string, today: Date, words: DateWords): TypedDate | undefined {
  const [, dayText = '', hours, minutes] = /^(.*?)(?:(?:^|[\sT])(\d{1,2})[:h](\d{2}))?$/i.exec(text.trim()) ?? []
  const time = hours === undefined ? null : timeOf(Number(hours), Number(minutes))
  if (time === undefined) return undefined
  const dayWord = dayText.trim().toLowerCase()
  const day = dayWord === '' && time !== null ? formatDay(today) : parseDay(dayWord, today, words)
  return day === undefined ? undefined : { day, time }
}

const timeOf = (hours: number, minutes: number): string | undefined =>
  hours < 24 && minutes < 60 ? `${twoDigits(hours)}:${twoDigits(minutes)}` : undefined

function parseDay(text: string, today: Date, words: DateWords): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day))
  const [, sign, amount, unit] = /^([+-])\s*(\d{1,5})\s*(\p{L}?)$/u.exec(text) ?? []
  if (sign !== undefined) {
    const kind = words.units[unit === '' || unit === undefined ? (Object.keys(words.units)[0] ?? '') : unit]
    return kind === undefined ? undefined : formatDay(shift(today, kind, Number(amount) * (sign === '-' ? -1 : 1)))
  }
  const fromToday = words.days[text]
  if (fromToday !== undefined) return formatDay(shift(today, 'day', fromToday))
  const numbers = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text)?.slice(1).map(Number)
  if (numbers !== undefined) return inLocaleOrder(numbers, words.locale)
  return nextWeekday(text, today, words.locale)
}

function inLocaleOrder(
  [first = 0, second = 0, year = 0]: readonly number[],
  locale: string | undefined,
): string | undefined {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(new Date(2026, 10, 20))
  const isMonthFirst = parts.find(({ type }) => type === 'month' || type === 'day')?.type === 'month'
  return isMonthFirst ? dayOf(year, first, second) : dayOf(year, second, first)
}

/** The next day of that name, never today. */
function nextWeekday(text: string, today: Date, locale: string | undefined): string | undefined {
  if (text.length < 2) return undefined
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long' })
  const days = Array.from({ length: 7 }, (_, n) => shift(today, 'day', n + 1))
  const matches = days.filter((day) => name.format(day).toLowerCase().startsWith(text.replace(/\.$/, '')))
  return matches.length === 1 && matches[0] !== undefined ? formatDay(matches[0]) : undefined
}

function shift(date: Date, unit: Unit, by: number): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (unit === 'day' || unit === 'week') return new Date(year, month, day + by * (unit === 'week' ? 7 : 1))
  const months = month + by * (unit === 'year' ? 12 : 1)
  // The last day of a shorter month, not a day of the next one.
  const lastDay = new Date(year, months + 1, 0).getDate()
  return new Date(year, months, Math.min(day, lastDay))
}

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(year, month - 1, day)
  const isDay = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
  return isDay ? formatDay(date) : undefined
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** `YYYY-MM-DD` in the zone of the browser. */
export const formatDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

/** `HH:MM` in the zone of the browser. */
export const formatTime = (date: Date): string => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
