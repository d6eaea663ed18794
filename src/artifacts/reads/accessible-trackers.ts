import type { Caller } from '../../kit/values/caller.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { getTrackerAccess } from '../policy.ts'

/** Returns the access of the caller to each of these trackers. */
export async function loadAccessibleTrackers(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  trackers: readonly Tracker[],
): Promise<AccessibleTracker[]> {
  const settings = await getSettings(world)
  const projects = await loadProjects(world, [...new Set(trackers.map(({ projectId }) => projectId))])
  return trackers.map((tracker) => ({
    trackerId: tracker.id,
    projectId: tracker.projectId,
    access: getTrackerAccess(caller, { tracker, project: projects.get(tracker.projectId), settings }),
  }))
}
