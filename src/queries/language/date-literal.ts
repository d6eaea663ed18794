/** A day, or a minute of it: the operand of a comparison with a date. */
export interface DateLiteral {
  readonly year: number
  readonly month: number
  readonly day: number
  /** Null when the text contains only the day. */
  readonly time: { readonly hour: number; readonly minute: number } | null
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}))?$/

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:MM` (docs/api/queries.md §2.4); undefined when it is anything else or no real day. */
export function parseDateLiteral(text: string): DateLiteral | undefined {
  const [, year = 0, month = 0, day = 0, hour, minute] = datePattern.exec(text)?.map(toNumber) ?? []
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  if (hour === undefined || minute === undefined) return { year, month, day, time: null }
  return hour < 24 && minute < 60 ? { year, month, day, time: { hour, minute } } : undefined
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const toNumber = (digits: string | undefined): number | undefined => (digits === undefined ? undefined : Number(digits))
