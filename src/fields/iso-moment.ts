import { type EpochSeconds, momentOf, zoneOffset } from '../kit/time.ts'

const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/

interface Wall {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** A moment as ISO 8601 writes it; without offset it is read in `zone`. Undefined when it is none. */
export function isoMoment(text: string, zone: string): EpochSeconds | undefined {
  const read = readIso(text)
  return read && momentIn(read, zone)
}

/**
 * The day, at its midnight in `zone`, that a moment names. Written as a midnight of another zone it stays that day:
 * a due date must not slip when an archive travels.
 */
export function isoDay(text: string, zone: string): EpochSeconds | undefined {
  const read = readIso(text)
  if (read === undefined) return undefined
  const { hour, minute, second } = read.wall
  return hour === 0 && minute === 0 && second === 0
    ? momentOf({ year: read.wall.year, month: read.wall.month, day: read.wall.day }, zone)
    : midnight(momentIn(read, zone), zone)
}

function readIso(text: string): { readonly wall: Wall; readonly offset: string | undefined } | undefined {
  const [, ...parts] = pattern.exec(text.trim()) ?? []
  if (parts.length === 0) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const exists =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 61
  return exists ? { wall: { year, month, day, hour, minute, second }, offset: parts[6] } : undefined
}

function momentIn(
  { wall, offset }: { readonly wall: Wall; readonly offset: string | undefined },
  zone: string,
): EpochSeconds {
  if (offset === undefined) return momentOf(wall, zone)
  return momentOf(wall, 'UTC') - offsetSeconds(offset)
}

function offsetSeconds(offset: string): number {
  if (offset === 'Z') return 0
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))]
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60)
}

function midnight(moment: EpochSeconds, zone: string): EpochSeconds {
  const wall = new Date((moment + zoneOffset(moment, zone)) * 1000)
  return momentOf({ year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() }, zone)
}
