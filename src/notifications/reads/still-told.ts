import { visibleArtifacts } from '../../artifacts/reads/visible-artifacts.ts'
import { loadHeads } from '../../artifacts/store/artifacts.ts'
import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import type { LoggedChange } from '../store/changes.ts'
import { toldOfDeletion } from './told-of-deletion.ts'

/** Whether somebody who was told of a change may still see what it was about; rights may have been taken since. */
export async function isStillTold(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  change: LoggedChange,
): Promise<boolean> {
  const { id } = change.artifact
  const head = (await loadHeads(world.db.read, [id])).get(id)
  if (head === undefined) return (await toldOfDeletion(world, caller, change)) !== null
  return (await visibleArtifacts(world, caller, [head])).length > 0
}
