import type { Caller } from '../../kit/values/caller.ts'
import type { Project } from '../../projects/model/project.ts'
import { getCachedTrackers, loadTrackerIdsOfProject } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { loadLatestIds } from '../store/recent.ts'
import { buildVisibilityCondition } from '../store/visibility-condition.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { loadInOrder } from './tracker-artifacts.ts'

const maxEntries = 30

/**
 * Returns the latest changed artifacts of a project (docs/api/projects.md §8), and whether there are more that the
 * caller may not see.
 */
export async function loadHeartbeats(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  project: Project,
): Promise<{ readonly artifacts: Artifact[]; readonly hasHidden: boolean }> {
  const { read } = world.db
  const trackers = [...(await getCachedTrackers(world, await loadTrackerIdsOfProject(read, project.id))).values()]
  const everything = trackers.map(({ id, projectId }) => ({ trackerId: id, projectId, access: 'full' as const }))
  const own = await loadAccessibleTrackers(world, caller, trackers)
  const latestIn = (accessible: readonly AccessibleTracker[]) =>
    loadLatestIds(
      read,
      accessible.map((each) => buildVisibilityCondition([each])),
      maxEntries,
    )
  const [visibleIds, all] = await Promise.all([latestIn(own), latestIn(everything)])
  const visible = new Set(visibleIds)
  return { artifacts: await loadInOrder(world, visibleIds), hasHidden: all.some((id) => !visible.has(id)) }
}
