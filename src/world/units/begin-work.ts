import type { WithRevisions } from '../../kit/caches/revision-cache.ts'
import type { IdleWorld } from '../model/idle-world.ts'
import type { World } from '../model/world.ts'

/**
 * Begins a piece of work, such as a request, a job, a hook, or the next part of a long response: it uses no cached data
 * that was outdated at its beginning.
 */
export async function beginWork(idle: IdleWorld): Promise<World> {
  const world = asWorld(idle)
  await world.cache.refresh()
  return world
}

/** Variant that saves a round trip: `read` returns the counters of the cache with other data, see `refreshWith`. */
export async function beginWorkWith<Found>(
  idle: IdleWorld,
  read: ((world: World) => Promise<WithRevisions<Found>> | undefined) | undefined,
): Promise<{ readonly world: World; readonly revisionKey: string; readonly data: Found | undefined }> {
  const world = asWorld(idle)
  const reading = read?.(world)
  if (reading !== undefined) return { world, ...(await world.cache.refreshWith(reading)) }
  await world.cache.refresh()
  return { world, revisionKey: world.cache.revisionKey, data: undefined }
}

/** Begins work again whose transaction has found that cached data is outdated. */
export const beginAgain = ({ cache }: Pick<World, 'cache'>): Promise<void> => cache.refresh()

/** Every idle world is a world: only its type has no cache. */
const asWorld = (idle: IdleWorld): World => idle as World
