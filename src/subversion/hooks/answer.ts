import { basename } from 'node:path'
import type { World } from '../../kit/world.ts'
import { recordCommit } from '../commands/record-commit.ts'
import { propertyProblem } from '../model/commit-rules.ts'
import type { Repository } from '../model/repository.ts'
import { commitProblem, messageRefusal } from '../reads/commit-problem.ts'
import { repositoryIn } from '../store/repositories.ts'
import { freeNextRevision } from './free-next-revision.ts'
import type { HookAnswer, HookCall } from './listen.ts'

/**
 * What the hooks of docs/api/subversion.md §2.1 answer; whatever fails refuses, but for what has been committed
 * already.
 */
export const answerHooks =
  (world: World): HookAnswer =>
  async (call) => {
    await world.cache.refresh()
    const folder = basename(call.parameters[0] ?? '')
    const repository = await repositoryIn(world.db.read, folder)
    if (repository === undefined || repository.deletedOn !== null) return 'This repository is not there any more'
    return answerOf(world, repository, folder, call)
  }

async function answerOf(world: World, repository: Repository, folder: string, call: HookCall): Promise<string | null> {
  const [, subject = '', , property = '', action = ''] = call.parameters
  switch (call.hook) {
    case 'pre-commit':
      if (repository.deletionAskedOn !== null) return 'This repository is being deleted'
      await freeNextRevision(world.repositories.path(folder))
      return commitProblem(world, repository, folder, subject)
    case 'post-commit':
      await recordCommit(world, repository, Number(subject), 'now')
      return null
    case 'pre-revprop-change':
      return (
        propertyProblem({ name: property, action }, repository.commitRules.isMessageChangeAllowed) ??
        (await messageRefusal(world, repository, call.input))
      )
    case 'post-revprop-change':
      return null
    default:
      return call.hook satisfies never
  }
}
