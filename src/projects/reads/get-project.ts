import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Project } from '../model/project.ts'
import { maySeeProject } from '../policy.ts'
import { getCachedProject } from '../store/projects.ts'

/** Returns the project of a route "of a project", or throws as in docs/api/access.md §5. */
export async function getProject(world: Pick<World, 'db' | 'cache'>, caller: Caller, id: ProjectId): Promise<Project> {
  const [project, settings] = await Promise.all([getCachedProject(world, id), getSettings(world)])
  return maySeeProject(caller, project, settings).subject
}
