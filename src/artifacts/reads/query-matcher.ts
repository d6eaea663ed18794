import { hasPattern } from '../../fields/model/condition.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import type { World } from '../../world/model/world.ts'
import { filterMatching } from '../store/matching-among.ts'
import { type QueryInput, resolveCondition } from './resolve-query.ts'

/** Returns a function that matches a few artifacts against a query, with the permissions of the caller at that time. */
export const createQueryMatcher =
  (world: Pick<World, 'db' | 'cache' | 'clock'>, trackerId: TrackerId, query: QueryInput, timezone: string) =>
  async (caller: Caller, ids: readonly ArtifactId[]): Promise<ReadonlySet<ArtifactId>> => {
    const { tracker } = await getTracker(world, caller, trackerId)
    const condition = await resolveCondition(world, { caller, timezone, now: world.clock.now() }, tracker, query)
    const isLong = condition !== undefined && hasPattern(condition)
    return filterMatching(isLong ? world.db.longRead : world.db.read, trackerId, condition, ids)
  }
