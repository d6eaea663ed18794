import type { Caller } from '../../kit/caller.ts'
import type { ReportId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Report } from '../model/report.ts'
import type { Tracker } from '../model/tracker.ts'
import { mayReadReport, trackerVerdict } from '../policy.ts'
import { lookForReport } from '../store/reports.ts'
import { surroundingsOf } from './find-tracker.ts'

/** A report with its tracker and project, or the refusal of docs/api/trackers.md §4.2. */
export async function findReport(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: ReportId,
): Promise<{ readonly report: Report; readonly tracker: Tracker; readonly project: Project }> {
  const found = await lookForReport(world.db.read, id)
  const around = found && (await surroundingsOf(world, found.trackerId))
  const verdict = trackerVerdict(caller, around?.tracker, around?.project, around?.settings)
  const report = mayReadReport(caller, found, verdict).subject
  // Only a report whose tracker and project are seen is given.
  return { report, tracker: around?.tracker as Tracker, project: around?.project as Project }
}
