import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Tracker } from '../model/tracker.ts'
import { parseTrackerQuery } from '../model/tracker-query.ts'
import { administersTrackersOf, mayListTrackers } from '../policy.ts'
import { getCachedTrackers } from '../store/trackers.ts'
import { loadTrackerPage } from '../store/visible-trackers.ts'

/** Returns one page of the trackers of a project that the caller can see, by name or as arranged (docs/api/trackers.md §2). */
export async function listProjectTrackers(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  request: {
    readonly projectId: ProjectId
    readonly query: string
    readonly isArranged?: boolean
    readonly page: { readonly limit: number; readonly offset: number }
  },
): Promise<{ readonly project: Project; readonly trackers: Tracker[]; readonly size: number }> {
  const [cachedProject, settings] = await Promise.all([getCachedProject(world, request.projectId), getSettings(world)])
  const project = mayListTrackers(caller, cachedProject, settings).subject
  const filter = {
    caller,
    projectId: project.id,
    isAdministrator: administersTrackersOf(caller, project.id),
    isArranged: request.isArranged === true,
    ...parseTrackerQuery(request.query),
  }
  const { ids, size } = await loadTrackerPage(world.db.read, filter, request.page)
  const trackers = await getCachedTrackers(world, ids)
  return { project, trackers: ids.flatMap((id) => trackers.get(id) ?? []), size }
}
