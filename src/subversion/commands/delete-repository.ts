import { repositoryPermit } from '../../kit/messages/system-permits.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { findRepository, lockRepository, saveDeletion } from '../store/repositories.ts'

type Deps = Pick<CommandWorld, 'db' | 'clock' | 'repositories'>

/**
 * Deletes a repository (docs/api/subversion.md §1.8): dumps it, marks the row deleted, then removes the directory.
 * Hooks reject commits since the deletion was requested; earlier ones are in the dump. Resumes after a crash.
 */
export async function deleteRepository(world: Deps, id: RepositoryId): Promise<void> {
  const { repositories, db } = world
  const requested = await findRepository(withReads(world).db.read, id)
  if (requested === undefined || requested.directory === null || requested.deletionRequestedOn === null) return
  const { directory } = requested
  const dump = `repository-${id}-${requested.deletionRequestedOn}.svn`
  const youngest = async (): Promise<string> => (await repositories.look(directory, ['youngest'])).toString()
  let before: string
  do {
    before = await youngest()
    await repositories.dump(directory, dump)
  } while ((await youngest()) !== before)
  const isDeleted = await db.write(async (tx) => {
    const repository = await lockRepository(tx, id)
    if (repository?.directory !== directory || repository.deletionRequestedOn === null) return false
    await saveDeletion(tx, repositoryPermit, id, { dump, at: world.clock.now() })
    return true
  })
  // If this fails, the unused directory is swept.
  if (isDeleted) await repositories.remove(directory)
}
