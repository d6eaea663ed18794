import { repositoryPermit } from '../../kit/messages/system-permits.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { summarizeCommitPaths } from '../model/commit-paths.ts'
import { loadCommitChanges } from '../reads/load-commit-changes.ts'
import { loadUnindexedCommits, saveCommitPaths } from '../store/commits.ts'
import { findRepository } from '../store/repositories.ts'

const batchSize = 100

/**
 * Indexes the paths of commits that refer to artifacts. Until then such commits are visible only to users with full
 * read access.
 */
export async function indexCommitPaths(
  world: Pick<CommandWorld, 'db' | 'repositories'>,
  id: RepositoryId,
): Promise<void> {
  const repository = await findRepository(withReads(world).db.read, id)
  if (repository === undefined || repository.directory === null || world.repositories.state() === 'absent') return
  for (;;) {
    const revisions = await loadUnindexedCommits(withReads(world).db.read, id, batchSize)
    const pathsByRevision = new Map<number, ReturnType<typeof summarizeCommitPaths>>()
    for (const revision of revisions)
      pathsByRevision.set(
        revision,
        summarizeCommitPaths((await loadCommitChanges(world, repository.directory, revision)).allPaths),
      )
    if (pathsByRevision.size === 0) return
    await world.db.write(async (tx) => {
      for (const [revision, paths] of pathsByRevision)
        await saveCommitPaths(tx, repositoryPermit, { repositoryId: id, revision }, paths)
    })
  }
}
