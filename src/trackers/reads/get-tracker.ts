import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Tracker } from '../model/tracker.ts'
import { mayAdministerTracker, maySeeTracker } from '../policy.ts'
import { getCachedTracker } from '../store/trackers.ts'

interface TrackerWithProject {
  readonly tracker: Tracker
  readonly project: Project
}

/** The tracker of a route "of a tracker" with its project, or the refusal of docs/api/trackers.md §3.1. */
export async function getTracker(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: TrackerId,
): Promise<TrackerWithProject> {
  const { tracker, project, settings } = await loadTrackerWithProject(world, id)
  // A visible tracker has a project.
  return { tracker: maySeeTracker(caller, tracker, project, settings).subject, project: project as Project }
}

/** Returns a tracker for its administrators (docs/api/trackers.md §4.10). */
export async function getAdministeredTracker(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: TrackerId,
): Promise<TrackerWithProject> {
  const { tracker, project, settings } = await loadTrackerWithProject(world, id)
  return { tracker: mayAdministerTracker(caller, tracker, project, settings).subject, project: project as Project }
}

/** Loads the data for decisions about a tracker: the tracker, its project, the settings. */
export async function loadTrackerWithProject(world: Pick<World, 'db' | 'cache'>, id: TrackerId) {
  const [tracker, settings] = await Promise.all([getCachedTracker(world, id), getSettings(world)])
  const project = tracker && (await getCachedProject(world, tracker.projectId))
  return { tracker, project, settings }
}
