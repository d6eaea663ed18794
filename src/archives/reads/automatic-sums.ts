import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadSums } from '../../artifacts/reads/sums.ts'
import { holdsSum } from '../../fields/registry/capabilities.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { FrozenSums } from '../model/artifact-history.ts'

/**
 * Loads the numbers that the automatic computed fields of an artifact show now, for an archive without the artifacts
 * that they are computed from (docs/api/archive-format.md §4). Not inside a transaction: trackers may be cached.
 */
export async function loadAutomaticSums(world: Pick<World, 'db' | 'cache'>, artifact: Artifact): Promise<FrozenSums> {
  const tracker = await getCachedTracker(world, artifact.trackerId)
  if (tracker === undefined) return new Map()
  const readable = tracker.fields.filter(
    (field) => holdsSum(field) && field.isUsed && (artifact.values[field.id] ?? null) === null,
  )
  const sums = (await loadSums(world, [artifact], () => ({ tracker, readable }))).get(artifact.id) ?? new Map()
  return new Map([...sums].filter(([, sum]) => sum !== null))
}
