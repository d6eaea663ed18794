import type { Burndown } from '../../fields/presenting.ts'
import type { FieldId } from '../../kit/ids.ts'
import { zoneOffset } from '../../kit/time.ts'
import type { Artifact } from '../model/artifact.ts'
import type { SeenTracker } from '../model/surroundings.ts'

const noCharts: ReadonlyMap<FieldId, Burndown> = new Map()
const dayInSeconds = 86_400

/**
 * The frame of a burndown chart (contract 30 §3.13, 20 §6.1): dates of the time frame semantic, capacity of the field of
 * that name. Points are announced as under calculation, as the reference does until its nightly job has run.
 */
export function chartsOf(
  { values }: Artifact,
  { tracker, readable }: SeenTracker,
  timezone: string,
): ReadonlyMap<FieldId, Burndown> {
  const fields = readable.filter(({ type }) => type === 'burndown')
  if (fields.length === 0) return noCharts
  const numberIn = (id: FieldId | undefined): number | null => {
    const value = id !== undefined && readable.some((field) => field.id === id) ? values[id] : null
    return typeof value === 'number' ? value : null
  }
  const frame = tracker.semantics.timeframe
  const startsOn = frame !== undefined && 'start' in frame ? numberIn(frame.start) : null
  const duration =
    frame === undefined || !('start' in frame)
      ? null
      : 'duration' in frame
        ? numberIn(frame.duration)
        : workingDays(startsOn, numberIn(frame.end), timezone)
  const capacity = numberIn(tracker.fieldByName.get('capacity')?.id)
  const chart: Burndown = {
    startsOn,
    duration: duration === null ? null : Math.round(duration),
    capacity,
    isUnderCalculation: startsOn !== null && duration !== null,
    points: [],
  }
  return new Map(fields.map(({ id }) => [id, chart]))
}

/** Days from Monday to Friday, as the calendar of `timezone` has them, that lie between two moments. */
function workingDays(start: number | null, end: number | null, timezone: string): number | null {
  if (start === null || end === null || end < start) return null
  let days = 0
  for (let day = start; day < end && days < 10_000; day += dayInSeconds) {
    const weekday = new Date((day + zoneOffset(day, timezone)) * 1000).getUTCDay()
    if (weekday !== 0 && weekday !== 6) days += 1
  }
  return days
}
