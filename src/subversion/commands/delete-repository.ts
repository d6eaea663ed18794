import { bumpCacheVersions } from '../../artifacts/store/cache-versions.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { referredArtifacts } from '../store/commits.ts'
import { lockRepository, lookForRepository, saveRepository } from '../store/repositories.ts'

type Needed = Pick<World, 'db' | 'clock' | 'repositories'>

/**
 * docs/api/subversion.md §1.8: all of it is dumped, then the row says that it is deleted, then the folder goes. Hooks
 * refuse commits since it was asked for; one that was let in before is dumped as well. Done again after a crash, it
 * goes on.
 */
export async function deleteRepository(world: Needed, id: RepositoryId): Promise<void> {
  const { repositories, db } = world
  const asked = await lookForRepository(db.read, id)
  if (asked === undefined || asked.folder === null || asked.deletionAskedOn === null) return
  const { folder } = asked
  const dump = `repository-${id}-${asked.deletionAskedOn}.svn`
  const youngest = async (): Promise<string> => (await repositories.look(folder, ['youngest'])).toString()
  let before: string
  do {
    before = await youngest()
    await repositories.dump(folder, dump)
  } while ((await youngest()) !== before)
  const isDeleted = await db.write(async (tx) => {
    const repository = await lockRepository(tx, id)
    if (repository?.folder !== folder || repository.deletionAskedOn === null) return false
    await bumpCacheVersions(tx, await referredArtifacts(tx, id))
    await saveRepository(tx, id, { deletedOn: world.clock.now(), dump, folder: null })
    return true
  })
  // If this does not come to pass, nobody speaks of the folder, and it is swept away.
  if (isDeleted) await repositories.remove(folder)
}
