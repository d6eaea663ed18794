import type { Caller } from '../../kit/values/caller.ts'
import type { ReportId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import type { World } from '../../world/model/world.ts'
import type { Report } from '../model/report.ts'
import type { Tracker } from '../model/tracker.ts'
import { judgeTrackerAccess, mayReadReport } from '../policy.ts'
import { findReport } from '../store/reports.ts'
import { loadTrackerWithProject } from './get-tracker.ts'

/** A report with its tracker and project, or the refusal of docs/api/trackers.md §4.2. */
export async function getReport(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: ReportId,
): Promise<{ readonly report: Report; readonly tracker: Tracker; readonly project: Project }> {
  const storedReport = await findReport(world.db.read, id)
  const related = storedReport && (await loadTrackerWithProject(world, storedReport.trackerId))
  const verdict = judgeTrackerAccess(caller, related?.tracker, related?.project, related?.settings)
  const report = mayReadReport(caller, storedReport, verdict).subject
  // The permit exists only when the tracker and the project are visible.
  return { report, tracker: related?.tracker as Tracker, project: related?.project as Project }
}
