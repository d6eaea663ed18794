import type { StoredValues } from '../../fields/model/field.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { type EpochSeconds, isRepresentableTime } from '../../kit/values/time.ts'
import type { VisibleTracker } from './related-data.ts'

/** Period of an artifact, as far as the caller may read it (docs/api/trackers.md §3.6): it has an end or a duration. */
export interface Timeframe {
  readonly startsOn: EpochSeconds | null
  readonly endsOn: EpochSeconds | null
  /** in working days */
  readonly duration: number | null
}

/**
 * Returns the period by the timeframe semantic of the tracker. Artifacts of an archive can contain numbers that are not
 * dates or counts of days: they are treated as not set.
 */
export function findTimeframe(
  values: StoredValues,
  { tracker, readable }: Pick<VisibleTracker, 'tracker' | 'readable'>,
): Timeframe {
  const definition = tracker.semantics.timeframe
  if (definition === undefined || !('start' in definition)) return { startsOn: null, endsOn: null, duration: null }
  const numberIn = (id: FieldId): number | null => {
    const value = readable.some((field) => field.id === id) ? values[id] : null
    return typeof value === 'number' ? value : null
  }
  const dateIn = (id: FieldId): EpochSeconds | null => {
    const value = numberIn(id)
    return value !== null && isRepresentableTime(value) ? value : null
  }
  const duration = 'duration' in definition ? Math.round(numberIn(definition.duration) ?? Number.NaN) : Number.NaN
  return {
    startsOn: dateIn(definition.start),
    endsOn: 'end' in definition ? dateIn(definition.end) : null,
    duration: Number.isSafeInteger(duration) ? duration : null,
  }
}
