import type { Caller } from '../../kit/values/caller.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { buildOpenCondition, getOpenStatus } from './open-status.ts'
import { loadAccessiblePage, loadInOrder } from './tracker-artifacts.ts'

/**
 * Returns open artifacts of the parent tracker, the newest first (docs/api/trackers.md §4.4); empty if the caller sees
 * no parent tracker.
 */
export async function loadParentArtifacts(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  caller: Caller,
  tracker: Tracker,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly artifacts: Artifact[]; readonly size: number }> {
  const parent = tracker.parentId === null ? undefined : await getCachedTracker(world, tracker.parentId)
  if (parent === undefined) return { artifacts: [], size: 0 }
  const accessible = await loadAccessibleTrackers(world, caller, [parent])
  const where = buildOpenCondition(getOpenStatus(caller, parent))
  const { ids, size } = await loadAccessiblePage(world, accessible, { where, order: 'desc', page })
  return { artifacts: await loadInOrder(world, ids), size }
}
