import type { TrackerId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { loadMaxArtifactCount } from '../store/max-artifact-count.ts'

/** Time in which a tracker does not grow so much that another way to query it would be better. */
const maxAgeMs = 5000

interface KnownCount {
  count: number
  readAt: number
}

/**
 * Returns an upper bound of the number of artifacts in trackers a few seconds ago: for the choice between ways to query
 * them, which all return the same.
 */
export async function getMaxArtifactCount(
  { db, cache }: Pick<World, 'db' | 'cache'>,
  trackers: readonly TrackerId[],
): Promise<number> {
  const read = async (): Promise<KnownCount> => {
    const readAt = performance.now()
    return { count: await loadMaxArtifactCount(db.read, trackers), readAt }
  }
  const cachedCount = await cache.getOrLoad('trackers', `max count ${trackers.join()}`, read)
  if (performance.now() - cachedCount.readAt > maxAgeMs) Object.assign(cachedCount, await read())
  return cachedCount.count
}
