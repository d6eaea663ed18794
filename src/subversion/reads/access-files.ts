import type { Caller } from '../../kit/caller.ts'
import type { RepositoryId, UserId } from '../../kit/ids.ts'
import type { Page } from '../../kit/page.ts'
import type { World } from '../../kit/world.ts'
import type { User } from '../../platform/model/user.ts'
import { loadUsers } from '../../platform/store/users.ts'
import type { AccessFileVersion, Repository } from '../model/repository.ts'
import { pageOfAccessFiles } from '../store/access-files.ts'
import { lookForRepository } from '../store/repositories.ts'
import { findRepositoryToAdministrate } from './find-repository.ts'

export interface AccessFiles {
  readonly repository: Repository
  readonly versions: readonly AccessFileVersion[]
  readonly users: ReadonlyMap<UserId, User>
  readonly size: number
}

/** Versions of an access file, for its administrators. */
export async function accessFiles(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: RepositoryId,
  page: Page,
): Promise<AccessFiles> {
  const { repository } = await findRepositoryToAdministrate(world, caller, id)
  const { versions, size } = await pageOfAccessFiles(world.db.read, id, page)
  const users = await loadUsers(world.db.read, [...new Set(versions.flatMap(({ createdBy }) => createdBy ?? []))])
  // What was found out about it while we asked is told with it.
  return { repository: (await lookForRepository(world.db.read, id)) ?? repository, versions, users, size }
}
