import { bumpCacheVersions } from '../../artifacts/store/cache-versions.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { commitPathsOf } from '../model/commit-paths.ts'
import { changedIn } from '../reads/changed-in.ts'
import { commitsToLookAt, referredArtifacts, saveCommitPaths } from '../store/commits.ts'
import { lookForRepository } from '../store/repositories.ts'

const atOnce = 100

/** What commits changed that refer to artifacts: until it is known they are shown to those alone who read everything. */
export async function learnCommitPaths(world: Pick<World, 'db' | 'repositories'>, id: RepositoryId): Promise<void> {
  const repository = await lookForRepository(world.db.read, id)
  if (repository === undefined || repository.folder === null || world.repositories.state() === 'absent') return
  for (;;) {
    const revisions = await commitsToLookAt(world.db.read, id, atOnce)
    const found = new Map<number, ReturnType<typeof commitPathsOf>>()
    for (const revision of revisions)
      found.set(revision, commitPathsOf((await changedIn(world, repository.folder, revision)).all))
    if (found.size === 0) return
    await world.db.write(async (tx) => {
      for (const [revision, paths] of found) await saveCommitPaths(tx, { repositoryId: id, revision }, paths)
      await bumpCacheVersions(tx, await referredArtifacts(tx, id, revisions))
    })
  }
}
