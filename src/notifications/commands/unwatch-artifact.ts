import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { mayStopWatching } from '../policy.ts'
import { removeWatcher } from '../store/watchers.ts'

/** Users may stop watching any artifact, even one that they no longer see. */
export async function unwatchArtifact(world: Pick<CommandWorld, 'db'>, caller: Caller, id: ArtifactId): Promise<void> {
  const permit = mayStopWatching(caller)
  if (!Number.isSafeInteger(id)) throw new Refusal('absent')
  await world.db.write((tx) => removeWatcher(tx, permit, id))
}
