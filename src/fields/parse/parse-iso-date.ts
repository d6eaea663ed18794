import { type EpochSeconds, parseMoment } from '../../kit/values/time.ts'
import { computeOffsetSeconds, isValidWallTime, startOfDay, toEpochSeconds, type WallTime } from './wall-time.ts'

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/

/** A moment as ISO 8601 writes it; without offset it is read in `zone`. Undefined when it is none. */
export function parseIsoDateTime(text: string, zone: string): EpochSeconds | undefined {
  const parts = parseIsoParts(text)
  return parts && toEpochSeconds(parts.wall, parts.offset, zone)
}

/**
 * The day, at its midnight in `zone`, that a moment names. Written as a midnight of another zone it stays that day:
 * a due date must not slip when an archive travels.
 */
export function parseIsoDay(text: string, zone: string): EpochSeconds | undefined {
  const parts = parseIsoParts(text)
  if (parts === undefined) return undefined
  const { year, month, day, hour, minute, second } = parts.wall
  return hour === 0 && minute === 0 && second === 0
    ? parseMoment({ year, month, day }, zone)
    : startOfDay(toEpochSeconds(parts.wall, parts.offset, zone), zone)
}

function parseIsoParts(text: string): { readonly wall: WallTime; readonly offset: number | undefined } | undefined {
  const [, ...parts] = pattern.exec(text.trim()) ?? []
  if (parts.length === 0) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0))
  const wall = { year, month, day, hour, minute, second }
  const offset = parts[6] === undefined ? undefined : computeOffsetSeconds(parts[6])
  const isOffsetValid = parts[6] === undefined || offset !== undefined
  return isOffsetValid && isValidWallTime(wall) ? { wall, offset } : undefined
}
