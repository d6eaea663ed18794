import type { Caller } from '../../kit/caller.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { mayRemoveTracker } from '../policy.ts'
import { saveDeletion } from '../store/save-tracker.ts'
import { loadTrackers } from '../store/trackers.ts'
import { recordOnTracker } from './record-on-tracker.ts'

/** Takes a tracker out of sight with all it holds; restore-tracker.ts brings it back. */
export async function deleteTracker(world: Pick<World, 'db' | 'clock'>, caller: Caller, id: TrackerId): Promise<void> {
  await world.db.write(async (tx) => {
    const tracker = (await loadTrackers(tx, [id])).get(id)
    const permit = mayRemoveTracker(caller, tracker)
    if (permit.subject.deletedOn !== null) return
    const at = world.clock.now()
    await saveDeletion(tx, permit, at)
    await recordOnTracker(tx, permit.subject, { at, by: caller, action: 'tracker deleted' })
  })
}
