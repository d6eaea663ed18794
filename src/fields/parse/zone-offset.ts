import { computeOffsetSeconds } from './wall-time.ts'

/** RFC 2822 §4.3, in hours. */
const namedZones: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

/** Returns the seconds from UTC of `+02:00`, `-0500`, or a zone by its name in lower case; undefined if it is none. */
export function parseZoneOffset(zone: string): number | undefined {
  if (/^[+-]/.test(zone)) return computeOffsetSeconds(zone)
  const hours = Object.hasOwn(namedZones, zone) ? namedZones[zone] : undefined
  return hours === undefined ? undefined : hours * 3600
}
