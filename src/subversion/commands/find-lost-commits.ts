import type { World } from '../../kit/world.ts'
import type { Repository } from '../model/repository.ts'
import { knownCommits } from '../store/commits.ts'
import { livingRepositories } from '../store/repositories.ts'
import { learnCommitPaths } from './learn-commit-paths.ts'
import { recordCommit } from './record-commit.ts'

type Needed = Pick<World, 'db' | 'clock' | 'jobs' | 'repositories' | 'log'>

/** Commits that were made while nobody could be told, since the server ended between: they are made known now. */
export async function findLostCommits(world: Needed): Promise<void> {
  if (world.repositories.state() === 'absent') return
  for (const repository of await livingRepositories(world.db.read)) {
    try {
      await findIn(world, repository)
    } catch (problem) {
      // One that cannot be read does not keep the others from being looked at.
      world.log.error({ err: problem, repository: repository.id }, 'commits of a repository were not looked for')
    }
  }
}

async function findIn(world: Needed, repository: Repository): Promise<void> {
  if (repository.folder === null) return
  const youngest = Number(await world.repositories.look(repository.folder, ['youngest']))
  const known = await knownCommits(world.db.read, repository.id, 0)
  for (let revision = 1; revision <= youngest; revision++)
    if (!known.has(revision)) await recordCommit(world, repository, revision, 'later')
  await learnCommitPaths(world, repository.id)
}
