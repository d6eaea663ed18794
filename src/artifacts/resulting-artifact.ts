import type { ArtifactId } from '../kit/ids.ts'
import type { Viewer } from '../kit/viewer.ts'
import type { World } from '../kit/world.ts'
import { surroundingsOf } from './reads/surroundings.ts'
import { type ArtifactRepresentation, representArtifact } from './representations/artifact.ts'
import { type Shown, showing } from './representations/presenting.ts'
import { lookForArtifact } from './store/artifacts.ts'

/** For dry runs: the artifact that would result, with the fields the caller reads in both forms. */
export async function resultingArtifact(
  inside: Pick<World, 'db' | 'cache' | 'clock' | 'commits'>,
  viewer: Viewer,
  id: ArtifactId,
): Promise<ArtifactRepresentation> {
  const artifact = await lookForArtifact(inside.db.read, id)
  if (artifact === undefined) throw new Error(`Artifact ${id} vanished within the transaction that changed it`)
  const surroundings = await surroundingsOf(inside, viewer.caller, [artifact], 'values')
  // One artifact of a tracker that is there.
  const [shown] = showing(viewer, surroundings)([artifact]) as [Shown]
  return representArtifact(shown, 'all')
}
