import type { Burndown } from '../../fields/contexts/present-context.ts'
import { holdsBurndown } from '../../fields/registry/capabilities.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { computeZoneOffset, type EpochSeconds, parseMoment } from '../../kit/values/time.ts'
import type { Artifact } from '../model/artifact.ts'
import type { EffortOverTime } from '../model/effort.ts'
import type { VisibleTracker } from '../model/related-data.ts'
import { findTimeframe } from '../model/timeframe.ts'

const noCharts: ReadonlyMap<FieldId, Burndown> = new Map()

/** Five years; longer charts have no points. */
const maxPoints = 1300

/** Data for a chart; without `effort` the remaining effort is unknown. */
interface ChartContext {
  readonly timezone: string
  readonly now: EpochSeconds
  readonly effort: EffortOverTime | undefined
}

/**
 * Returns the burndown charts of an artifact (docs/api/field-values.md §14, docs/api/trackers.md §5.1): dates of the
 * timeframe semantic, the field named capacity, and the remaining effort at the end of each past working day, in the
 * time zone of the server.
 */
export function buildBurndownCharts(
  { values }: Artifact,
  { tracker, readable }: VisibleTracker,
  context: ChartContext,
): ReadonlyMap<FieldId, Burndown> {
  const fields = readable.filter(holdsBurndown)
  if (fields.length === 0) return noCharts
  const { startsOn, endsOn, duration } = findTimeframe(values, { tracker, readable })
  const capacityField = readable.find(({ name, isUsed }) => name === 'capacity' && isUsed)
  const capacity = capacityField && values[capacityField.id]
  const first = startsOn === null ? null : dayOf(startsOn, context.timezone)
  const last = endsOn === null ? null : dayOf(endsOn, context.timezone)
  const isDated = first !== null && last !== null && last >= first
  const chart: Burndown = {
    startsOn,
    duration: duration ?? (isDated ? workingDaysBetween(first, last) : null),
    capacity: typeof capacity === 'number' ? capacity : null,
    points: first === null ? [] : pointsOn(daysOf(first, duration, last), context),
  }
  return new Map(fields.map(({ id }) => [id, chart]))
}

/** Returns the working days from the first to the last, or for `duration` working days. */
function daysOf(first: Day, duration: number | null, last: Day | null): Day[] {
  const most = Math.min(duration === null ? Number.POSITIVE_INFINITY : duration + 1, maxPoints + 1)
  const end = duration === null ? (last ?? first - 1) : Number.POSITIVE_INFINITY
  const days: Day[] = []
  for (let day = first; day <= end && days.length < most; day += 1) if (isWorkingDay(day)) days.push(day)
  return days.length > maxPoints ? [] : days
}

/** Returns a point for each past day, and one for today during the period. */
function pointsOn(days: readonly Day[], { timezone, now, effort }: ChartContext): Burndown['points'] {
  const today = dayOf(now, timezone)
  const effortAt = (moment: EpochSeconds): number | null => effort?.(moment) ?? null
  const points = days
    .filter((day) => day < today)
    .map((day) => ({
      on: atTime(day, timezone, { hour: 23, minute: 59 }),
      remainingEffort: effortAt(atTime(day + 1, timezone) - 1),
    }))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || today < first || today > last) return points
  return [...points, { on: atTime(today, timezone, endOfDay), remainingEffort: effortAt(now) }]
}

const endOfDay = { hour: 23, minute: 59, second: 59 }

/** Days since 1970-01-01, a Thursday, as the calendar of the zone counts them. */
type Day = number

const dayOf = (moment: EpochSeconds, zone: string): Day =>
  Math.floor((moment + computeZoneOffset(moment, zone)) / 86_400)

const atTime = (day: Day, zone: string, time: Partial<typeof endOfDay> = {}): EpochSeconds =>
  parseMoment({ year: 1970, month: 1, day: 1 + day, ...time }, zone)

/** Monday to Friday. */
function isWorkingDay(day: Day): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7
  return weekday !== 0 && weekday !== 6
}

/** Excludes the last day; every week has five working days. */
function workingDaysBetween(first: Day, last: Day): number {
  const weeks = Math.floor((last - first) / 7)
  let days = weeks * 5
  for (let day = first + weeks * 7; day < last; day += 1) if (isWorkingDay(day)) days += 1
  return days
}
