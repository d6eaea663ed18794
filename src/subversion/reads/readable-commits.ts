import type { Caller } from '../../kit/caller.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { loginKey } from '../../platform/model/user.ts'
import { nothing, type Rights, rightsOf } from '../model/access-file/rights.ts'
import { readsCommit } from '../model/commit-paths.ts'
import type { Repository } from '../model/repository.ts'
import { type CommitPlace, commitKey, loadCommitPaths } from '../store/commits.ts'
import { loadRepositories } from '../store/repositories.ts'
import { currentAccessFile } from './current-access-file.ts'

/**
 * Of these commits those of which the caller reads all, as far as access files go; who may enter a project is asked
 * elsewhere. Costs a query for the repositories, and one for the commits where something is hidden from the caller.
 */
export async function readableCommits<Commit extends CommitPlace>(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  commits: readonly Commit[],
): Promise<readonly Commit[]> {
  if (caller.kind === 'system' || commits.length === 0) return commits
  const rights = await rightsByRepository(world, caller.kind === 'member' ? loginKey(caller.login) : null, commits)
  const isOpen = ({ repositoryId }: Commit): boolean => rights.get(repositoryId)?.readsBelow('/') ?? false
  const paths = await loadCommitPaths(
    world.db.read,
    commits.filter((commit) => !isOpen(commit)),
  )
  return commits.filter(
    (commit) =>
      isOpen(commit) || readsCommit(rights.get(commit.repositoryId) ?? nothing, paths.get(commitKey(commit)) ?? null),
  )
}

async function rightsByRepository(
  world: Pick<World, 'db' | 'cache'>,
  login: string | null,
  commits: readonly CommitPlace[],
): Promise<ReadonlyMap<RepositoryId, Rights>> {
  const ids = [...new Set(commits.map(({ repositoryId }) => repositoryId))]
  const repositories = await loadRepositories(world.db.read, ids)
  const found = await Promise.all(
    repositories.map(async (each) => [each.id, await rightsIn(world, each, login)] as const),
  )
  return new Map(found)
}

/** `login` in lower case; null: of who did not sign in. */
export async function rightsIn(
  world: Pick<World, 'db' | 'cache'>,
  repository: Repository,
  login: string | null,
): Promise<Rights> {
  const current = await currentAccessFile(world, repository)
  // What Subversion refused shuts the repository, whatever we make of it.
  if ('problem' in current || repository.accessFileProblem !== null) return nothing
  return rightsOf(current.ok, repository.name, login)
}
