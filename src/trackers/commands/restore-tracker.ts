import type { Caller } from '../../kit/caller.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { mayRemoveTracker } from '../policy.ts'
import { saveDeletion } from '../store/save-tracker.ts'
import { loadTrackers } from '../store/trackers.ts'

/** Brings a deleted tracker back as it was. */
export async function restoreTracker(world: Pick<World, 'db'>, caller: Caller, id: TrackerId): Promise<void> {
  await world.db.write(async (tx) => {
    const tracker = (await loadTrackers(tx, [id])).get(id)
    await saveDeletion(tx, mayRemoveTracker(caller, tracker), null)
  })
}
