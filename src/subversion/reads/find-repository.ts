import type { Caller } from '../../kit/caller.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import type { Project } from '../../projects/model/project.ts'
import { projectOf } from '../../projects/store/projects.ts'
import type { Repository } from '../model/repository.ts'
import { administratesRepositories, mayReadAdministration, maySeeRepository } from '../policy.ts'
import { lookForRepository } from '../store/repositories.ts'
import { repositoryAdministrators } from '../store/repository-administrators.ts'

export interface FoundRepository {
  readonly repository: Repository
  readonly project: Project
  /** Whether the caller administers it, and so sees its settings. */
  readonly isAdministrated: boolean
}

/** A repository, if the caller may enter its project (docs/api/subversion.md §1.7). */
export async function findRepository(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: RepositoryId,
): Promise<FoundRepository> {
  const found = await lookForRepository(world.db.read, id)
  const [project, settings] = await Promise.all([found && projectOf(world, found.projectId), settingsOf(world)])
  const { subject: repository } = maySeeRepository(caller, found, project, settings)
  const administrators = await repositoryAdministrators(world, repository.projectId)
  const isAdministrated = administratesRepositories(caller, repository.projectId, administrators)
  // Whoever may see a repository was let into its project.
  return { repository, project: project as Project, isAdministrated }
}

/** The same for its administrators alone. */
export async function findRepositoryToAdministrate(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: RepositoryId,
): Promise<Omit<FoundRepository, 'isAdministrated'>> {
  const found = await lookForRepository(world.db.read, id)
  const [project, settings, administrators] = await Promise.all([
    found && projectOf(world, found.projectId),
    settingsOf(world),
    found === undefined ? [] : repositoryAdministrators(world, found.projectId),
  ])
  const { subject: repository } = mayReadAdministration(caller, found, { project, settings, administrators })
  return { repository, project: project as Project }
}
