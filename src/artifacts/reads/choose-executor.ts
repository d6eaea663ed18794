import type { Reader } from '../../database/db/db.ts'
import { type Condition, hasLeaf, isTextSearch } from '../../fields/model/condition.ts'
import type { World } from '../../world/model/world.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { refersToOtherArtifacts } from '../model/visible-condition.ts'
import { getMaxArtifactCount } from './max-artifact-count.ts'

/** With more artifacts than this, a full scan takes too long for the main connection. */
export const slowQueryThreshold = 20_000

/** What runs a query for the artifacts of trackers; the result does not depend on it. */
export interface Executor {
  /** Whether cached id sets can answer it (cached-page.ts): there are many artifacts, and it is about them alone. */
  readonly usesIdSets: boolean
  /** Whether the trackers have so many artifacts that reading all of them takes long. */
  readonly isLarge: boolean
  /** Where SQL runs: long queries do not make other requests wait. */
  readonly reader: Reader
}

/** Chooses what runs a query for the artifacts of trackers that the caller sees and that match a condition. */
export async function chooseExecutor(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  accessible: readonly AccessibleTracker[],
  where: Condition,
): Promise<Executor> {
  const trackers = accessible.filter(({ access }) => access !== 'none').map(({ trackerId }) => trackerId)
  const maxCount = await getMaxArtifactCount(world, trackers)
  const isLarge = maxCount > slowQueryThreshold
  return {
    usesIdSets: world.idSets.isUsedFor(maxCount) && isCacheable(where),
    isLarge,
    reader: isLarge || isTextSearch(where) ? world.db.longRead : world.db.read,
  }
}

/** Ranks change without entries in the change log; links and mentions are stored with the other artifact too. */
const isCacheable = (where: Condition): boolean =>
  !refersToOtherArtifacts(where) &&
  !hasLeaf(where, (leaf) => (leaf.kind === 'system' || leaf.kind === 'digits') && leaf.of === 'rank')
