import { useQueries } from '@tanstack/react-query'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { readResource } from './client.ts'
import { buildQueryKey } from './queries.ts'
import { trackerQuery } from './route-queries.ts'

/** Structures that are loaded for due dates; artifacts of further trackers are shown without one. */
const maxTrackers = 12

/** The structures of some trackers, by id, as far as they are loaded. */
export function useTrackers(ids: readonly number[]): ReadonlyMap<number, TrackerRepresentation> {
  const wanted = [...new Set(ids)].slice(0, maxTrackers)
  const results = useQueries({
    queries: wanted.map((id) => {
      const { path, query, staleTime } = trackerQuery(id)
      return {
        queryKey: buildQueryKey(path, query),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          readResource<TrackerRepresentation>(path, query, signal),
        ...(staleTime === undefined ? {} : { staleTime }),
      }
    }),
  })
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])))
}

/** The day on which an artifact is due, `YYYY-MM-DD`: the end date of the timeframe of its tracker. */
export function getDueDay(
  { values }: Pick<ArtifactRepresentation, 'values'>,
  tracker: TrackerRepresentation | undefined,
): string | null {
  const timeframe = tracker?.semantics.timeframe
  if (timeframe === undefined || !('end_date_field_id' in timeframe)) return null
  const entry = values?.find(({ field_id }) => field_id === timeframe.end_date_field_id)
  const value = entry !== undefined && 'value' in entry ? entry.value : null
  return typeof value === 'string' && value !== '' ? value.slice(0, 10) : null
}
