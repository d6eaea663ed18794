import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { throwNotInstalled } from '../storage/assert-subversion-installed.ts'
import { saveRepository } from '../store/repositories.ts'
import { administerRepository } from './administer-repository.ts'
import { auditRepository } from './audit-repository.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'delete-repository': RepositoryId
  }
}

/** Kind of the job that deletes a repository; its payload is the repository id. */
export const deletionJobKind = 'delete-repository'

/** Enqueues the deletion (docs/api/subversion.md §1.8); the repository exists until the job has run. */
export async function requestDeletion(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
): Promise<void> {
  await administerRepository(world, caller, id, async (tx, permit, project) => {
    const { subject: repository } = permit
    if (repository.deletionRequestedOn !== null)
      throw new Refusal('invalid', 'Repository already in queue for deletion')
    if (world.repositories.state() === 'absent') throwNotInstalled()
    const at = world.clock.now()
    await saveRepository(tx, permit, { deletionRequestedOn: at, deletionRequestedBy: getUserId(caller) })
    await tx.enqueue(deletionJobKind, id)
    await auditRepository(tx, repository, project, { at, by: caller, action: 'svn_multi_repository_deletion' })
  })
}
