import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Repository } from '../model/repository.ts'
import { loadRecordedRevisions } from '../store/commits.ts'
import { loadActiveRepositories } from '../store/repositories.ts'
import { indexCommitPaths } from './index-commit-paths.ts'
import { recordCommit } from './record-commit.ts'

type Deps = Pick<CommandWorld, 'db' | 'clock' | 'repositories' | 'log'>

/** Records commits whose post-commit hook could not reach the server because it ended in between. */
export async function recoverMissedCommits(world: Deps): Promise<void> {
  if (world.repositories.state() === 'absent') return
  for (const repository of await loadActiveRepositories(withReads(world).db.read)) {
    try {
      await recoverInRepository(world, repository)
    } catch (problem) {
      // A failure in one repository does not affect the others.
      world.log.error({ err: problem, repository: repository.id }, 'could not recover the commits of a repository')
    }
  }
}

async function recoverInRepository(world: Deps, repository: Repository): Promise<void> {
  if (repository.directory === null) return
  const youngest = Number(await world.repositories.look(repository.directory, ['youngest']))
  const recordedRevisions = await loadRecordedRevisions(withReads(world).db.read, repository.id, 0)
  for (let revision = 1; revision <= youngest; revision++)
    if (!recordedRevisions.has(revision)) await recordCommit(world, repository, revision, 'later')
  await indexCommitPaths(world, repository.id)
}
