import type { Condition } from '../../fields/condition.ts'
import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactGlance } from '../model/artifact.ts'
import { loadGlances } from '../store/glances.ts'
import { trackerArtifacts } from './tracker-artifacts.ts'
import { visibleArtifacts } from './visible-artifacts.ts'
import { walkArtifacts } from './walk-artifacts.ts'

interface Asked {
  readonly where: Condition | undefined
  readonly order: 'asc' | 'desc'
  readonly after: ArtifactId
  readonly limit: number
}

interface Found {
  readonly glances: ArtifactGlance[]
  /** how many there are in all, those before included */
  readonly size: number
  readonly hasMore: boolean
}

/** The next page of a walk: whatever others wrote meanwhile, it begins behind the last artifact that was given (decision 23). */
export async function pageAfter(
  world: Parameters<typeof trackerArtifacts>[0],
  caller: Caller,
  tracker: Tracker,
  { where, order, after, limit }: Asked,
): Promise<Found> {
  const [ids, { size }] = await Promise.all([
    // One more, to know whether there is one.
    walkArtifacts(world, caller, tracker, where, { order, after, limit: limit + 1 }),
    trackerArtifacts(world, caller, tracker, { where, order, page: { limit: 1, offset: 0 } }),
  ])
  const glances = await visibleArtifacts(world, caller, await loadGlances(world.db.read, ids.slice(0, limit)))
  return { glances, size, hasMore: ids.length > limit }
}
