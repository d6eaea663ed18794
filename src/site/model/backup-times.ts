import { type EpochSeconds, formatWallClock, parseMoment } from '../../kit/values/time.ts'

/** Returns the first time after `after` at which the clocks of a time zone show one of the times of day. */
export function findNextBackupTime(times: readonly string[], after: EpochSeconds, zone: string): EpochSeconds {
  // Today, and enough days after it for clocks that are changed.
  const days = [0, 1, 2].map((count) => formatWallClock(after + count * 86_400, zone, false))
  const moments = days.flatMap((day) => {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
    return times.map((time) => {
      const [hour = 0, minute = 0] = time.split(':').map(Number)
      return parseMoment({ year, month, day: date, hour, minute }, zone)
    })
  })
  return Math.min(...moments.filter((moment) => moment > after))
}

/** Time that a backup may take. */
const graceSeconds = 3600

/** Whether the newest backup is so old that two scheduled ones after it are missing. */
export function isBackupOutdated(
  times: readonly string[],
  newest: EpochSeconds,
  now: EpochSeconds,
  zone: string,
): boolean {
  const due = findNextBackupTime(times, findNextBackupTime(times, newest, zone), zone)
  return now > due + graceSeconds
}
