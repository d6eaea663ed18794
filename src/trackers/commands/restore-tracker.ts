import type { Tx } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Tracker } from '../model/tracker.ts'
import { collectProblems } from '../parse/problems.ts'
import { mayRestoreTracker } from '../policy.ts'
import { lockTrackersOfProject } from '../store/lock-trackers-of-project.ts'
import { saveDeletion } from '../store/save-tracker.ts'
import { loadTrackerNames } from '../store/tracker-names.ts'
import { auditTracker } from './audit-tracker.ts'
import { checkTrackerNames } from './check-tracker-names.ts'
import { writeTracker } from './write-tracker.ts'

/** Restores a deleted tracker, unless another tracker uses its names now. */
export async function restoreTracker(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
): Promise<void> {
  await writeTracker(world, id, async (tx, { tracker, project, settings }) => {
    const permit = mayRestoreTracker(caller, tracker, project, settings)
    if (permit.subject.deletedOn === null) return
    await checkNames(tx, permit.subject)
    await saveDeletion(tx, permit, null)
    await auditTracker(tx, permit.subject, { at: world.clock.now(), by: caller, action: 'tracker restored' })
  })
}

async function checkNames(tx: Tx, tracker: Tracker): Promise<void> {
  await lockTrackersOfProject(tx, tracker.projectId)
  const usedNames = await loadTrackerNames(tx, tracker.projectId)
  const problems = collectProblems()
  checkTrackerNames(tracker, usedNames, problems)
  problems.throwIfAny()
}
