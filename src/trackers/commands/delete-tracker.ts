import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { mayRemoveTracker } from '../policy.ts'
import { saveDeletion } from '../store/save-tracker.ts'
import { auditTracker } from './audit-tracker.ts'
import { writeTracker } from './write-tracker.ts'

/** Deletes a tracker with its artifacts; restore-tracker.ts restores it. */
export async function deleteTracker(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
): Promise<void> {
  await writeTracker(world, id, async (tx, { tracker, project, settings }) => {
    const permit = mayRemoveTracker(caller, tracker, project, settings)
    if (permit.subject.deletedOn !== null) return
    const at = world.clock.now()
    await saveDeletion(tx, permit, at)
    await auditTracker(tx, permit.subject, { at, by: caller, action: 'tracker deleted' })
  })
}
