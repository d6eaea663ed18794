import type { DescribeContext } from '../../fields/contexts/describe-context.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import type { World } from '../../world/model/world.ts'
import type { TrackerView } from '../model/tracker-view.ts'
import { getCachedTracker } from '../store/trackers.ts'
import { loadTrackerViews } from './load-tracker-views.ts'

/** Loads a tracker that this request created or changed, as the viewer sees it now. */
export async function loadChangedTracker(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  viewer: Viewer,
  id: TrackerId,
): Promise<{ readonly view: TrackerView; readonly context: DescribeContext }> {
  const tracker = await getCachedTracker(world, id)
  const project = tracker && (await getCachedProject(world, tracker.projectId))
  if (tracker === undefined || project === undefined) throw new Error(`The tracker ${id} disappeared after its change`)
  const { views, context } = await loadTrackerViews(world, viewer, project, [tracker])
  const [view] = views
  if (view === undefined) throw new Error(`The tracker ${id} has no view`)
  return { view, context }
}
