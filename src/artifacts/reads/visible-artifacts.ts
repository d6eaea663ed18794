import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import { trackersOf } from '../../trackers/store/trackers.ts'
import type { ArtifactInSight } from '../model/artifact.ts'
import { isWithin } from '../policy.ts'
import { loadStandings, nothingGranted } from '../store/standings.ts'
import { territoriesOf } from './territories.ts'

/** Of these artifacts those the caller may see, in their order; a fixed number of queries. */
export async function visibleArtifacts<Head extends ArtifactInSight>(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  heads: readonly Head[],
): Promise<Head[]> {
  if (heads.length === 0) return []
  const trackers = await trackersOf(world, [...new Set(heads.map(({ trackerId }) => trackerId))])
  const territories = await territoriesOf(world, caller, [...trackers.values()])
  const territoryOf = new Map(territories.map((each) => [each.trackerId, each]))
  const candidates = heads.flatMap((head) => {
    const territory = territoryOf.get(head.trackerId)
    if (territory === undefined || typeof territory.reach === 'string') return []
    return [{ head, projectId: territory.projectId, reach: territory.reach }]
  })
  const standings = candidates.length === 0 ? new Map() : await loadStandings(world.db.read, candidates)
  return heads.filter((head) => {
    const reach = territoryOf.get(head.trackerId)?.reach ?? 'nothing'
    return isWithin(reach, head, standings.get(head.id) ?? nothingGranted)
  })
}
