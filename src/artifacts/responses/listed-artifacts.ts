import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { type ListedArtifactRepresentation, representListedArtifact } from '../representations/brief-artifact.ts'
import { createRenderContexts } from '../representations/render-context.ts'
import type { WorkMemberName } from '../representations/work-members.ts'

/** Returns the representations of artifacts that the viewer sees, in order, with the members that `include` requests. */
export async function renderListedArtifacts(
  world: World,
  viewer: Viewer,
  artifacts: readonly Artifact[],
  included: ReadonlySet<WorkMemberName>,
): Promise<ListedArtifactRepresentation[]> {
  const related = await loadRelatedData(world, viewer.caller, artifacts, 'summary')
  return mapWithPauses(createRenderContexts(viewer, related)(artifacts), (shown) =>
    representListedArtifact(shown, included),
  )
}
