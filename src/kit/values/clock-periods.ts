import { computeZoneOffset, type EpochSeconds } from './time.ts'

/** A time from which on the clocks of a zone have an offset from UTC, in seconds. */
export interface ClockPeriod {
  readonly from: EpochSeconds
  readonly offset: number
}

/** A mean year of the Julian calendar: periods are found for one such year after another. */
export const clockYear = 31_557_600

/** No zone changes its clocks twice within two days. */
const step = 2 * 86_400

/**
 * Returns the offsets of a zone within these years, the oldest first; `years` are numbers of `clockYear` since 1970, in
 * ascending order. The time before the first period has the offset of the first.
 */
export function listClockPeriods(zone: string, years: readonly number[]): ClockPeriod[] {
  const periods: ClockPeriod[] = []
  const add = (period: ClockPeriod): void => {
    if (periods.at(-1)?.offset !== period.offset) periods.push(period)
  }
  for (const year of years) for (const period of findPeriods(zone, year)) add(period)
  return periods
}

const periodsByYear = new Map<string, readonly ClockPeriod[]>()

function findPeriods(zone: string, year: number): readonly ClockPeriod[] {
  const key = `${zone} ${year}`
  let periods = periodsByYear.get(key)
  if (periods === undefined) {
    periods = searchPeriods(zone, year * clockYear, (year + 1) * clockYear)
    if (periodsByYear.size > 1_000) periodsByYear.clear()
    periodsByYear.set(key, periods)
  }
  return periods
}

function searchPeriods(zone: string, start: EpochSeconds, end: EpochSeconds): ClockPeriod[] {
  const periods = [{ from: start, offset: computeZoneOffset(start, zone) }]
  for (let from = start; from < end; from += step) {
    const to = Math.min(from + step, end)
    const offset = computeZoneOffset(to, zone)
    if (offset !== computeZoneOffset(from, zone)) periods.push({ from: findChange(zone, from, to), offset })
  }
  return periods
}

/** Returns the first second with the offset of `to`. */
function findChange(zone: string, from: EpochSeconds, to: EpochSeconds): EpochSeconds {
  const offset = computeZoneOffset(to, zone)
  let [before, after] = [from, to]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (computeZoneOffset(middle, zone) === offset) after = middle
    else before = middle
  }
  return after
}
