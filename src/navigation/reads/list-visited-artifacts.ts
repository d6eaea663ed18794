import type { Artifact } from '../../artifacts/model/artifact.ts'
import { filterVisibleArtifacts } from '../../artifacts/reads/visible-artifacts.ts'
import { loadArtifacts } from '../../artifacts/store/artifacts.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import { loadVisits } from '../store/visits.ts'

export interface VisitedArtifact {
  readonly artifact: Artifact
  readonly visitedOn: EpochSeconds
}

/** Returns the artifacts that a user opened and still sees, the latest opened first. */
export async function listVisitedArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  user: UserId,
): Promise<VisitedArtifact[]> {
  const visits = await loadVisits(world.db.read, user)
  const artifacts = await loadArtifacts(
    world.db.read,
    visits.map(({ artifactId }) => artifactId),
  )
  const visible = await filterVisibleArtifacts(world, caller, [...artifacts.values()])
  const visibleById = new Map(visible.map((artifact) => [artifact.id, artifact]))
  return visits.flatMap(({ artifactId, visitedOn }) => {
    const artifact = visibleById.get(artifactId)
    return artifact === undefined ? [] : [{ artifact, visitedOn }]
  })
}
