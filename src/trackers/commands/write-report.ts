import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { Report } from '../model/report.ts'
import { mayWriteReport } from '../policy.ts'
import { lockTracker } from '../store/lock-tracker.ts'
import type { MayWriteReport } from '../store/save-report.ts'

/** Runs a change of the reports of a tracker in one transaction that locks the tracker. */
export async function writeReport<T>(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  trackerId: TrackerId,
  work: (tx: Tx, permitFor: (owner: Pick<Report, 'userId'>) => MayWriteReport) => Promise<T>,
): Promise<T> {
  const settings = await getSettings(world)
  return world.db.write(async (tx) => {
    const tracker = await lockTracker(tx, trackerId)
    const project = tracker && (await findProject(tx, tracker.projectId))
    return work(tx, (owner) => mayWriteReport(caller, owner, tracker, project, settings))
  })
}
