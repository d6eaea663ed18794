import { normalizeLogin } from '../../accounts/model/user.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { noRights, type ReadRights, readRightsOf } from '../model/access-file/read-rights.ts'
import { canReadCommit } from '../model/commit-paths.ts'
import type { Repository } from '../model/repository.ts'
import { type CommitPlace, commitKey, loadCommitPaths } from '../store/commits.ts'
import { loadRepositories } from '../store/repositories.ts'
import { loadCurrentAccessFile } from './current-access-file.ts'

/**
 * Returns the commits whose paths the caller may all read by the access files; project access is checked elsewhere.
 * Costs one query for the repositories, and one for commits in repositories with hidden paths.
 */
export async function filterReadableCommits<Commit extends CommitPlace>(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  commits: readonly Commit[],
): Promise<readonly Commit[]> {
  if (caller.kind === 'system' || commits.length === 0) return commits
  const rights = await loadRightsByRepository(
    world,
    caller.kind === 'member' ? normalizeLogin(caller.login) : null,
    commits,
  )
  const isOpen = ({ repositoryId }: Commit): boolean => rights.get(repositoryId)?.canReadBelow('/') ?? false
  const paths = await loadCommitPaths(
    world.db.read,
    commits.filter((commit) => !isOpen(commit)),
  )
  return commits.filter(
    (commit) =>
      isOpen(commit) ||
      canReadCommit(rights.get(commit.repositoryId) ?? noRights, paths.get(commitKey(commit)) ?? null),
  )
}

async function loadRightsByRepository(
  world: Pick<World, 'db' | 'cache'>,
  login: string | null,
  commits: readonly CommitPlace[],
): Promise<ReadonlyMap<RepositoryId, ReadRights>> {
  const ids = [...new Set(commits.map(({ repositoryId }) => repositoryId))]
  const repositories = await loadRepositories(world.db.read, ids)
  const entries = await Promise.all(
    repositories.map(async (each) => [each.id, await loadReadRights(world, each, login)] as const),
  )
  return new Map(entries)
}

/** `login` in lower case; null: anonymous. */
export async function loadReadRights(
  world: Pick<World, 'db' | 'cache'>,
  repository: Repository,
  login: string | null,
): Promise<ReadRights> {
  const current = await loadCurrentAccessFile(world, repository)
  // An access file that Subversion rejects denies all access.
  if ('problem' in current || repository.accessFileProblem !== null) return noRights
  return readRightsOf(current.ok, repository.name, login)
}
