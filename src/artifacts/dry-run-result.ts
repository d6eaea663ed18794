import type { ArtifactId } from '../kit/ids.ts'
import type { Viewer } from '../kit/viewer.ts'
import type { World } from '../kit/world.ts'
import { loadRelatedData } from './reads/load-related-data.ts'
import { type ArtifactRepresentation, representArtifact } from './representations/artifact.ts'
import { createRenderContexts, type RenderContext } from './representations/render-context.ts'
import { findArtifact } from './store/artifacts.ts'

/** For dry runs: the artifact that would result, with the fields the caller reads in both forms. */
export async function loadDryRunResult(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'commits'>,
  viewer: Viewer,
  id: ArtifactId,
): Promise<ArtifactRepresentation> {
  const artifact = await findArtifact(world.db.read, id)
  if (artifact === undefined) throw new Error(`Artifact ${id} vanished within the transaction that changed it`)
  const related = await loadRelatedData(world, viewer.caller, [artifact], 'values')
  // One artifact of a tracker that is there.
  const [shown] = createRenderContexts(viewer, related)([artifact]) as [RenderContext]
  return representArtifact(shown, 'all')
}
