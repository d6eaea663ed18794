import type { Tx } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Report } from '../model/report.ts'
import { mayWriteReport } from '../policy.ts'
import type { MayWriteReport } from '../store/save-report.ts'
import { writeTracker } from './write-tracker.ts'

/** Runs a change of the reports of a tracker in one transaction that locks the tracker. */
export function writeReport<T>(
  world: Pick<CommandWorld, 'db' | 'cache'>,
  caller: Caller,
  trackerId: TrackerId,
  work: (tx: Tx, permitFor: (owner: Pick<Report, 'userId'>) => MayWriteReport) => Promise<T>,
): Promise<T> {
  return writeTracker(world, trackerId, (tx, { tracker, project, settings }) =>
    work(tx, (owner) => mayWriteReport(caller, owner, tracker, project, settings)),
  )
}
