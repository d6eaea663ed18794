import { type Condition, matchAll } from '../../fields/model/condition.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact, ArtifactVersion } from '../model/artifact.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { matchingVisible } from '../store/matching.ts'
import { loadIdPage, loadSortedIds, type PageOfIds } from '../store/pages.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { loadCachedPage } from './cached-page.ts'
import { chooseExecutor } from './choose-executor.ts'
import type { Sorting } from './resolve-sort.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

/** With more artifacts, sorting by looking up each value is too slow. */
const maxSorted = 20_000

interface TrackerArtifactsQuery extends Sorting {
  /** undefined: all artifacts */
  readonly where?: Condition
  readonly page: Page
}

/**
 * Returns one full page of the visible artifacts of a tracker that match a condition, with their total number
 * (docs/api/queries.md §1).
 */
export async function loadTrackerArtifacts(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  caller: Caller,
  tracker: Tracker,
  query: TrackerArtifactsQuery,
): Promise<{ readonly versions: ArtifactVersion[]; readonly size: number }> {
  const { ids, size } = await loadAccessiblePage(world, await loadAccessibleTrackers(world, caller, [tracker]), query)
  // An artifact that changed after its id was found may be hidden now.
  const versions = await filterVisibleArtifacts(world, caller, await loadArtifactVersions(world.db.read, ids))
  return { versions, size }
}

/** Returns how many artifacts of a tracker match a condition among those that the caller sees. */
export async function countTrackerArtifacts(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  accessible: AccessibleTracker,
  where: Condition = matchAll,
): Promise<number> {
  const { size } = await loadAccessiblePage(world, [accessible], { where, order: 'asc', page: { limit: 0, offset: 0 } })
  return size
}

/**
 * Returns one page of the artifacts that match a condition and that the caller sees by these accesses. With id sets, a
 * small result is sorted by its ids; otherwise the database sorts.
 */
export async function loadAccessiblePage(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  accessible: readonly AccessibleTracker[],
  { where = matchAll, order, orderBy = [], page }: TrackerArtifactsQuery,
): Promise<PageOfIds> {
  const executor = await chooseExecutor(world, accessible, where)
  let size: number | undefined
  if (executor.usesIdSets) {
    const load = (order: 'asc' | 'desc', page: Page) => loadCachedPage(world, accessible, where, order, page, executor)
    if (orderBy.length === 0) {
      const result = await load(order, page)
      if (result !== undefined) return result
    } else {
      const result = await load('asc', { limit: maxSorted, offset: 0 })
      if (result !== undefined && result.size <= maxSorted)
        return { ids: await loadSortedIds(world.db.read, result.ids, order, page, orderBy), size: result.size }
      size = result?.size
    }
  }
  return loadIdPage(executor.reader, matchingVisible(accessible, where), order, page, orderBy, size)
}

/** Loads artifacts in the given order; artifacts that were deleted meanwhile are skipped. */
export async function loadInOrder(world: Pick<World, 'db'>, ids: readonly ArtifactId[]): Promise<Artifact[]> {
  const artifacts = await loadArtifacts(world.db.read, ids)
  return ids.flatMap((id) => artifacts.get(id) ?? [])
}
