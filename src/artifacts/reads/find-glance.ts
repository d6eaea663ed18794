import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { ArtifactGlance } from '../model/artifact.ts'
import { mayReadArtifact } from '../policy.ts'
import { lookForGlance } from '../store/glances.ts'
import { visibleArtifacts } from './visible-artifacts.ts'

/** As findArtifact, without the document: whether it may be read is always asked anew, what it says need not be. */
export async function findGlance(
  world: Pick<World, 'db' | 'memory'>,
  caller: Caller,
  id: ArtifactId,
): Promise<ArtifactGlance> {
  const glance = Number.isSafeInteger(id) && id > 0 ? await lookForGlance(world.db.read, id) : undefined
  if (glance === undefined) throw new Refusal('absent')
  const visible = await visibleArtifacts(world, caller, [glance])
  return mayReadArtifact(caller, glance, visible.length > 0).subject
}
