import { basename } from 'node:path'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import type { World } from '../../world/model/world.ts'
import { beginWork } from '../../world/units/begin-work.ts'
import { recordCommit } from '../commands/record-commit.ts'
import { validatePropertyChange } from '../model/commit-rules.ts'
import type { Repository } from '../model/repository.ts'
import { checkCommit, checkMessage } from '../reads/check-commit.ts'
import { isLeaseHeld, type Lease } from '../store/lease.ts'
import { findRepositoryByDirectory } from '../store/repositories.ts'
import type { HookAnswer, HookCall } from './listen.ts'
import { unlockNextRevision } from './unlock-next-revision.ts'

/**
 * Answers the hooks of docs/api/subversion.md §2.1 while the lease under which Apache runs is held. Failures reject the commit, except after it was committed.
 */
export const answerHooks =
  (idle: IdleWorld, lease: Lease | undefined): HookAnswer =>
  async (call) => {
    const world = await beginWork(idle)
    if (call.hook !== 'post-commit' && lease !== undefined && !(await isLeaseHeld(world.db.read, lease)))
      return 'Another server serves this repository now. Try again.'
    const directory = basename(call.parameters[0] ?? '')
    const repository = await findRepositoryByDirectory(world.db.read, directory)
    if (repository === undefined || repository.deletedOn !== null) return 'This repository no longer exists'
    return answerCall(world, repository, directory, call)
  }

async function answerCall(
  world: World,
  repository: Repository,
  directory: string,
  call: HookCall,
): Promise<string | null> {
  const [, subject = '', , property = '', action = ''] = call.parameters
  switch (call.hook) {
    case 'pre-commit':
      if (repository.deletionRequestedOn !== null) return 'This repository is being deleted'
      await unlockNextRevision(world.repositories.path(directory))
      return checkCommit(world, repository, directory, subject)
    case 'post-commit':
      await recordCommit(world, repository, Number(subject), 'now')
      return null
    case 'pre-revprop-change':
      return (
        validatePropertyChange({ name: property, action }, repository.commitRules.isMessageChangeAllowed) ??
        (await checkMessage(world, repository, call.input))
      )
    case 'post-revprop-change':
      return null
    default:
      return call.hook satisfies never
  }
}
