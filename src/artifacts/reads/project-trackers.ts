import type { Caller } from '../../kit/values/caller.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getCachedTrackers, loadTrackerIdsOfProject } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'

/** Returns the trackers of a project in which the caller sees artifacts. */
export async function loadProjectTrackers(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  project: Pick<Project, 'id'>,
): Promise<{ readonly tracker: Tracker; readonly accessible: AccessibleTracker }[]> {
  const trackers = await getCachedTrackers(world, await loadTrackerIdsOfProject(world.db.read, project.id))
  const accessible = await loadAccessibleTrackers(world, caller, [...trackers.values()])
  return accessible.flatMap((each) => {
    const tracker = trackers.get(each.trackerId)
    return tracker === undefined || each.access === 'none' ? [] : [{ tracker, accessible: each }]
  })
}
