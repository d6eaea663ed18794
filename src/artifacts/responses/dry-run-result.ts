import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { World } from '../../world/model/world.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { type ArtifactRepresentation, representArtifact } from '../representations/artifact.ts'
import { createRenderContexts, type RenderContext } from '../representations/render-context.ts'
import { findArtifact } from '../store/artifacts.ts'

/** Returns the artifact that would result from a dry run, with the fields that the caller may read in both forms. */
export async function loadDryRunResult(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'commits'>,
  viewer: Viewer,
  id: ArtifactId,
): Promise<ArtifactRepresentation> {
  const artifact = await findArtifact(world.db.read, id)
  if (artifact === undefined) throw new Error(`Artifact ${id} disappeared within the transaction that changed it`)
  const related = await loadRelatedData(world, viewer.caller, [artifact], 'values')
  // The artifact's tracker exists.
  const [context] = createRenderContexts(viewer, related)([artifact]) as [RenderContext]
  return representArtifact(context, 'all')
}
