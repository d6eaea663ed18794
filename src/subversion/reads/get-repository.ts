import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Repository } from '../model/repository.ts'
import { canAdministerRepositories, mayReadAdministration, maySeeRepository } from '../policy.ts'
import { findRepository } from '../store/repositories.ts'
import { getRepositoryAdministrators } from '../store/repository-administrators.ts'

export interface RepositoryWithAccess {
  readonly repository: Repository
  readonly project: Project
  /** Whether the caller administers it and may see its settings. */
  readonly isAdministered: boolean
}

/** Returns a repository whose project the caller can enter (docs/api/subversion.md §1.7). */
export async function getRepository(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: RepositoryId,
): Promise<RepositoryWithAccess> {
  const storedRepository = await findRepository(world.db.read, id)
  const [project, settings] = await Promise.all([
    storedRepository && getCachedProject(world, storedRepository.projectId),
    getSettings(world),
  ])
  const { subject: repository } = maySeeRepository(caller, storedRepository, project, settings)
  const administrators = await getRepositoryAdministrators(world, repository.projectId)
  const isAdministered = canAdministerRepositories(caller, repository.projectId, administrators)
  // Callers who may see a repository have access to its project.
  return { repository, project: project as Project, isAdministered }
}

/** Returns a repository to its administrators only. */
export async function getRepositoryToAdminister(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: RepositoryId,
): Promise<Omit<RepositoryWithAccess, 'isAdministered'>> {
  const storedRepository = await findRepository(world.db.read, id)
  const [project, settings, administrators] = await Promise.all([
    storedRepository && getCachedProject(world, storedRepository.projectId),
    getSettings(world),
    storedRepository === undefined ? [] : getRepositoryAdministrators(world, storedRepository.projectId),
  ])
  const { subject: repository } = mayReadAdministration(caller, storedRepository, { project, settings, administrators })
  return { repository, project: project as Project }
}
