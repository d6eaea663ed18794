import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { sendChange } from './client.ts'
import { useNavigation } from './navigation.ts'
import { buildQueryKey, queryCache, renewNavigation } from './queries.ts'
import { trackerKey } from './trackers.ts'

/** Reads a tracker, what its pages show and what the menu shows of it again, after its structure was changed. */
export const renewTracker = (tracker: number): Promise<void> => renew(tracker, true)

async function renew(tracker: number, isTrackerRead: boolean): Promise<void> {
  const queryKey = buildQueryKey(`/trackers/${tracker}`)
  await Promise.all([
    queryCache.invalidateQueries({
      queryKey,
      predicate: (query) => isTrackerRead || typeof query.queryKey[queryKey.length] === 'string',
    }),
    // What a user may do with an artifact, and which fields it shows, follows from the structure.
    queryCache.invalidateQueries({ queryKey: ['artifacts'], refetchType: 'none' }),
    renewNavigation(),
  ])
}

/** Changes the structure of a tracker, and shows the tracker that the API returns. */
export async function sendTrackerChange(
  method: 'PUT' | 'PATCH',
  tracker: number,
  part: string,
  body: unknown,
): Promise<TrackerRepresentation> {
  const changed = await sendChange<TrackerRepresentation>(method, `/trackers/${tracker}${part}`, body)
  queryCache.setQueryData<TrackerRepresentation>(trackerKey(tracker), (shown) => ({
    ...changed,
    ...(shown?.columns === undefined ? {} : { columns: shown.columns }),
  }))
  await renew(tracker, false)
  return changed
}

/**
 * Whether the user administers a tracker. Only administrators read its permissions; read-only administrators cannot
 * change anything, which the menu knows.
 */
export function useMayAdminister(tracker: TrackerRepresentation): boolean {
  const places = useNavigation(tracker.project.id).data?.project?.trackers
  const place = places?.find(({ id }) => id === tracker.id)
  return tracker.permissions_for_groups !== null && place?.can_update !== false
}
