import { requireUserId } from '../../accounts/model/user-id.ts'
import { mayReadArtifact } from '../../artifacts/policy.ts'
import { getArtifactVersion } from '../../artifacts/reads/get-artifact-version.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { saveVisit } from '../store/visits.ts'

/** Makes an artifact the latest in the history of the caller. */
export async function recordVisit(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: ArtifactId,
): Promise<void> {
  const user = requireUserId(caller)
  const permit = mayReadArtifact(caller, await getArtifactVersion(withReads(world), caller, id), true)
  await world.db.write((tx) => saveVisit(tx, permit, user, world.clock.now()))
}
