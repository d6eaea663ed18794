import type { StoredValues } from '../../fields/field.ts'
import type { FieldId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { VisibleTracker } from './related-data.ts'

/** Period of an artifact, as far as the caller may read it (docs/api/trackers.md §3.6): it has an end or a duration. */
export interface Timeframe {
  readonly startsOn: EpochSeconds | null
  readonly endsOn: EpochSeconds | null
  /** in working days */
  readonly duration: number | null
}

/** Imported artifacts may contain numbers that no calendar can represent (ECMAScript, Time Values: ±8.64e12 seconds). */
const maxSeconds = 8e12

/** Returns the period by the timeframe semantic of the tracker. */
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
    return value === null || Math.abs(value) > maxSeconds ? null : value
  }
  const duration = 'duration' in definition ? numberIn(definition.duration) : null
  return {
    startsOn: dateIn(definition.start),
    endsOn: 'end' in definition ? dateIn(definition.end) : null,
    duration: duration === null ? null : Math.round(duration),
  }
}
