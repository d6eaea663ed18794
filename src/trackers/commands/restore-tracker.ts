import type { Caller } from '../../kit/caller.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { mayRemoveTracker } from '../policy.ts'
import { saveDeletion } from '../store/save-tracker.ts'
import { loadTrackers } from '../store/trackers.ts'
import { recordOnTracker } from './record-on-tracker.ts'

/** Brings a deleted tracker back as it was. */
export async function restoreTracker(world: Pick<World, 'db' | 'clock'>, caller: Caller, id: TrackerId): Promise<void> {
  await world.db.write(async (tx) => {
    const tracker = (await loadTrackers(tx, [id])).get(id)
    const permit = mayRemoveTracker(caller, tracker)
    if (permit.subject.deletedOn === null) return
    await saveDeletion(tx, permit, null)
    await recordOnTracker(tx, permit.subject, { at: world.clock.now(), by: caller, action: 'tracker restored' })
  })
}
