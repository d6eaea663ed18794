import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadInOrder } from '../../artifacts/reads/tracker-artifacts.ts'
import { filterVisibleArtifacts } from '../../artifacts/reads/visible-artifacts.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { Visit } from '../model/visit.ts'
import { loadVisits } from '../store/visits.ts'

/** Returns the visits of a user and the artifacts of those that the caller still sees, both the latest first. */
export async function listVisitedArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  user: UserId,
): Promise<{ readonly visits: readonly Visit[]; readonly artifacts: readonly Artifact[] }> {
  const visits = await loadVisits(world.db.read, user)
  const ids = visits.map(({ artifactId }) => artifactId)
  return { visits, artifacts: await filterVisibleArtifacts(world, caller, await loadInOrder(world, ids)) }
}
