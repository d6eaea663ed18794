import { filterVisibleArtifacts } from '../../artifacts/reads/visible-artifacts.ts'
import { loadHeaders } from '../../artifacts/store/artifacts.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { World } from '../../world/model/world.ts'
import type { LoggedChange } from '../store/changes.ts'
import { loadDeletionContent } from './deletion-content.ts'

/** Returns whether a user who received a change may still see its artifact; permissions may have been revoked since. */
export async function isStillRecipient(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  change: LoggedChange,
): Promise<boolean> {
  const { id } = change.artifact
  const head = (await loadHeaders(world.db.read, [id])).get(id)
  if (head === undefined) return (await loadDeletionContent(world, caller, change)) !== null
  return (await filterVisibleArtifacts(world, caller, [head])).length > 0
}
