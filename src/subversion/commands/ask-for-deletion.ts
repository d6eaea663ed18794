import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { refuseAbsent } from '../refuse-absent.ts'
import { saveRepository } from '../store/repositories.ts'
import { administrateRepository } from './administrate-repository.ts'
import { recordOnRepository } from './record-on-repository.ts'

/** The job that deletes a repository; its payload is the repository's id. */
export const deletionKind = 'delete-repository'

/** docs/api/subversion.md §1.8: it is deleted by a job, and there until then. */
export async function askForDeletion(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'jobs' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
): Promise<void> {
  await administrateRepository(world, caller, id, async (tx, { subject: repository }, project) => {
    if (repository.deletionAskedOn !== null) throw new Refusal('invalid', 'Repository already in queue for deletion')
    if (world.repositories.state() === 'absent') refuseAbsent()
    const at = world.clock.now()
    await saveRepository(tx, id, { deletionAskedOn: at, deletionAskedBy: userIdOf(caller) })
    await world.jobs.enqueue(tx, deletionKind, id)
    await recordOnRepository(tx, repository, project, { at, by: caller, action: 'svn_multi_repository_deletion' })
  })
}
