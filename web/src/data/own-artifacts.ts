import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'

/** The field of the day on which artifacts of a tracker are due; null: there is none. */
export function findDueField({ semantics: { timeframe } }: TrackerRepresentation): number | null {
  return timeframe !== undefined && 'end_date_field_id' in timeframe ? timeframe.end_date_field_id : null
}
