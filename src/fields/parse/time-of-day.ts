import { parseZoneOffset } from './zone-offset.ts'

/** A time of day; 24:00 is the end of the day. */
export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** Seconds from UTC; undefined: it is a time of the zone of the site. */
  readonly offset: number | undefined
}

const zone = String.raw`(?: ?(?<zone>z|[+-]\d\d(?::?\d\d)?|[a-z]{1,3}))?`
const patterns = [
  // After the date; `T` only after a digit, because words end with it, too.
  new RegExp(
    String.raw`(?:(?<=\d)t| )(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d{1,9})?)?(?: ?(?<half>[ap]m))?${zone}$`,
  ),
  new RegExp(String.raw`(?<=^\d{8})t(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?${zone}$`),
  / (?<word>noon|midnight)$/,
]

/** Splits a text in lower case into its date and the time at its end; undefined: the time is not valid. */
export function splitTime(text: string): { readonly date: string; readonly time: TimeOfDay | undefined } | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match === null) continue
    const time = parseTime(match.groups ?? {})
    return time && { date: text.slice(0, match.index), time }
  }
  return { date: text, time: undefined }
}

function parseTime({ word, half, zone: zoneText, ...parts }: Partial<Record<string, string>>): TimeOfDay | undefined {
  if (word !== undefined) return { hour: word === 'noon' ? 12 : 0, minute: 0, second: 0, offset: undefined }
  const [written, minute, second] = [Number(parts['hour']), Number(parts['minute']), Number(parts['second'] ?? 0)]
  if (half !== undefined && (written < 1 || written > 12)) return undefined
  const hour = half === undefined ? written : (written % 12) + (half === 'pm' ? 12 : 0)
  const isEndOfDay = hour === 24 && minute === 0 && second === 0
  const offset = zoneText === undefined ? undefined : parseZoneOffset(zoneText)
  const isValid = (hour < 24 || isEndOfDay) && minute < 60 && second < 61
  return isValid && (zoneText === undefined || offset !== undefined) ? { hour, minute, second, offset } : undefined
}
