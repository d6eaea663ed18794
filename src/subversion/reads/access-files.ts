import type { User } from '../../accounts/model/user.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId, UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { World } from '../../world/model/world.ts'
import type { AccessFileVersion, Repository } from '../model/repository.ts'
import { loadAccessFilePage } from '../store/access-files.ts'
import { findRepository } from '../store/repositories.ts'
import { getRepositoryToAdminister } from './get-repository.ts'

export interface AccessFiles {
  readonly repository: Repository
  readonly versions: readonly AccessFileVersion[]
  readonly users: ReadonlyMap<UserId, User>
  readonly size: number
}

/** Returns one page of the versions of an access file to repository administrators. */
export async function listAccessFiles(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: RepositoryId,
  page: Page,
): Promise<AccessFiles> {
  const { repository } = await getRepositoryToAdminister(world, caller, id)
  const { versions, size } = await loadAccessFilePage(world.db.read, id, page)
  const users = await loadUsers(world.db.read, [...new Set(versions.flatMap(({ createdBy }) => createdBy ?? []))])
  // Includes a problem that was detected in the meantime.
  return { repository: (await findRepository(world.db.read, id)) ?? repository, versions, users, size }
}
