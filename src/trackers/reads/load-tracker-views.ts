import type { DescribeContext } from '../../fields/contexts/describe-context.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Project } from '../../projects/model/project.ts'
import type { World } from '../../world/model/world.ts'
import type { Tracker } from '../model/tracker.ts'
import type { TrackerView } from '../model/tracker-view.ts'
import { loadDescribeContext } from './load-describe-context.ts'
import { buildTrackerViews } from './tracker-view.ts'

/** Trackers of one project as the viewer may see them, with all that is needed to show them, loaded at once. */
export async function loadTrackerViews(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  { caller, origin, timezone }: Viewer,
  project: Project,
  trackers: readonly Tracker[],
): Promise<{ readonly views: TrackerView[]; readonly context: DescribeContext }> {
  const views = await buildTrackerViews(world, caller, project, trackers)
  const fields = views.flatMap((view) => view.fields.map(({ field }) => field))
  return { views, context: await loadDescribeContext(world, { caller, origin, timezone }, project.id, fields) }
}
