import { requireUserId } from '../../accounts/model/user-id.ts'
import { mayReadArtifact } from '../../artifacts/policy.ts'
import { getArtifactVersion } from '../../artifacts/reads/get-artifact-version.ts'
import { lockArtifact } from '../../artifacts/store/artifacts.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { addWatcher } from '../store/watchers.ts'

/** Subscribes the caller to all changes of an artifact that they may see. */
export async function watchArtifact(
  world: Pick<CommandWorld, 'db' | 'cache'>,
  caller: Caller,
  id: ArtifactId,
): Promise<void> {
  const user = requireUserId(caller)
  const artifactVersion = await getArtifactVersion(withReads(world), caller, id)
  await world.db.write(async (tx) => {
    // It may have been deleted since it was read. A running change either sees the watcher or is finished.
    if ((await lockArtifact(tx, id)) === undefined) throw new Refusal('absent')
    await addWatcher(tx, mayReadArtifact(caller, artifactVersion, true), user)
  })
}
