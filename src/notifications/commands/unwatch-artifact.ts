import { type Caller, getUserId } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { removeWatcher } from '../store/watchers.ts'

/** Users may stop watching any artifact, even one that they no longer see. */
export async function unwatchArtifact(world: Pick<World, 'db'>, caller: Caller, id: ArtifactId): Promise<void> {
  const user = getUserId(caller)
  if (user === null) throw new Refusal('unauthenticated')
  if (!Number.isSafeInteger(id)) throw new Refusal('absent')
  await world.db.write((tx) => removeWatcher(tx, id, user))
}
