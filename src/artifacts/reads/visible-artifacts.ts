import type { Caller } from '../../kit/values/caller.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactAccessHeader } from '../model/artifact.ts'
import { canSeeArtifact } from '../policy.ts'
import { loadAccessFacts, noAccess } from '../store/access-facts.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'

/** Returns the artifacts that the caller may see, in their order, in a fixed number of queries. */
export async function filterVisibleArtifacts<Head extends ArtifactAccessHeader>(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  heads: readonly Head[],
): Promise<Head[]> {
  if (heads.length === 0) return []
  const trackers = await getCachedTrackers(world, [...new Set(heads.map(({ trackerId }) => trackerId))])
  const accessible = await loadAccessibleTrackers(world, caller, [...trackers.values()])
  const accessByTracker = new Map(accessible.map((each) => [each.trackerId, each]))
  const candidates = heads.flatMap((head) => {
    const tracker = accessByTracker.get(head.trackerId)
    if (tracker === undefined || typeof tracker.access === 'string') return []
    return [{ artifact: head, projectId: tracker.projectId, access: tracker.access }]
  })
  const factsById = candidates.length === 0 ? new Map() : await loadAccessFacts(world.db.read, candidates)
  return heads.filter((head) => {
    const access = accessByTracker.get(head.trackerId)?.access ?? 'none'
    return canSeeArtifact(access, head, factsById.get(head.id) ?? noAccess)
  })
}
