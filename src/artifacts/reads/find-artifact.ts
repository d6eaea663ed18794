import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { mayReadArtifact } from '../policy.ts'
import { lookForArtifact } from '../store/artifacts.ts'
import { visibleArtifacts } from './visible-artifacts.ts'

/** The artifact of a route `/artifacts/{id}…`, or the refusal of contract 30 §0.6. */
export async function findArtifact(
  world: Pick<World, 'db' | 'memory'>,
  caller: Caller,
  id: ArtifactId,
): Promise<Artifact> {
  const artifact = Number.isSafeInteger(id) && id > 0 ? await lookForArtifact(world.db.read, id) : undefined
  if (artifact === undefined) throw new Refusal('absent')
  const visible = await visibleArtifacts(world, caller, [artifact])
  return mayReadArtifact(caller, artifact, visible.length > 0).subject
}
