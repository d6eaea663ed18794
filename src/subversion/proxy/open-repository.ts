import type { Account } from '../../accounts/store/accounts.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Project } from '../../projects/model/project.ts'
import { judgeProjectAccess } from '../../projects/policy.ts'
import { findProjectByShortName } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Repository } from '../model/repository.ts'
import type { ServedUrl } from '../model/served-url.ts'
import { findRepositoryByName } from '../store/repositories.ts'

/**
 * Returns the repository of a URL to users who can enter its project (docs/api/subversion.md §2.3). Missing and
 * inaccessible projects get the same error; inactive projects are closed to all users.
 */
export async function openRepository(
  world: Pick<World, 'db' | 'cache'>,
  { writing: caller }: Account,
  address: ServedUrl,
): Promise<Repository & { readonly directory: string }> {
  const settings = await getSettings(world)
  const project = await findProjectByName(world, address.project)
  const isOpen = project?.status === 'active' && judgeProjectAccess(caller, project, settings) === 'yes'
  if (project === undefined || !isOpen) throw new Refusal('forbidden', 'You may not access this project')
  const repository = await findRepositoryByName(world.db.read, project.id, address.repository)
  // Apache locations are case-sensitive.
  if (repository === undefined || repository.directory === null || project.shortName !== address.project)
    throw new Refusal('absent', 'Repository not found')
  return { ...repository, directory: repository.directory }
}

async function findProjectByName(
  { db, cache }: Pick<World, 'db' | 'cache'>,
  shortName: string,
): Promise<Project | undefined> {
  const cacheEntry = await cache.getOrLoad('projects', `svn ${shortName.toLowerCase()}`, async () => ({
    project: await findProjectByShortName(db.read, shortName),
  }))
  return cacheEntry.project
}
