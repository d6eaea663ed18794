import { type Condition, isTextSearch, matchAll } from '../../fields/model/condition.ts'
import type { SortKey } from '../../fields/model/sort-key.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact, ArtifactVersion } from '../model/artifact.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { matching } from '../store/matching.ts'
import { both } from '../store/open-status.ts'
import { loadIdPage, loadSortedIds, type PageOfIds } from '../store/pages.ts'
import { buildVisibilityCondition } from '../store/visibility-condition.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { loadCachedPage, slowQueryThreshold } from './cached-page.ts'
import { getMaxArtifactCount } from './max-artifact-count.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

/** With more artifacts, sorting by looking up each value is too slow. */
const maxSorted = 20_000

interface TrackerArtifactsQuery {
  /** undefined: all artifacts */
  readonly where?: Condition
  /** order of ids, and of equal sort keys */
  readonly order: 'asc' | 'desc'
  readonly orderBy?: readonly SortKey[]
  readonly page: { readonly limit: number; readonly offset: number }
}

/**
 * Returns one full page of the visible artifacts of a tracker that match a condition, with their total number
 * (docs/api/queries.md §1).
 */
export async function loadTrackerArtifacts(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  caller: Caller,
  tracker: Tracker,
  { where = matchAll, order, orderBy, page }: TrackerArtifactsQuery,
): Promise<{ readonly versions: ArtifactVersion[]; readonly size: number }> {
  const accessible = await loadAccessibleTrackers(world, caller, [tracker])
  const { ids, size } = await (orderBy?.length ? sortedPage : plainPage)(world, accessible, {
    where,
    order,
    orderBy,
    page,
  })
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
  const { size } = await plainPage(world, [accessible], { where, order: 'asc', page: { limit: 0, offset: 0 } })
  return size
}

type PageLoader = (
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  accessible: readonly AccessibleTracker[],
  query: TrackerArtifactsQuery,
) => Promise<PageOfIds>

const plainPage: PageLoader = async (world, accessible, query) =>
  (await loadCachedPage(world, accessible, query.where ?? matchAll, query.order, query.page)) ??
  databasePage(world, accessible, query)

/** A small result is sorted by its ids; otherwise the database sorts. */
const sortedPage: PageLoader = async (world, accessible, query) => {
  const { where = matchAll, order, orderBy = [], page } = query
  const found = await loadCachedPage(world, accessible, where, 'asc', { limit: maxSorted, offset: 0 })
  if (found === undefined || found.size > maxSorted) return databasePage(world, accessible, query)
  return { ids: await loadSortedIds(world.db.read, found.ids, order, page, orderBy), size: found.size }
}

const databasePage: PageLoader = async (world, accessible, { where = matchAll, order, orderBy, page }) => {
  const visible = buildVisibilityCondition(accessible)
  const condition = where === matchAll ? visible : both(visible, matching(where))
  const trackers = accessible.map(({ trackerId }) => trackerId)
  const isLong = isTextSearch(where) || (await getMaxArtifactCount(world, trackers)) > slowQueryThreshold
  return loadIdPage(isLong ? world.db.longRead : world.db.read, condition, order, page, orderBy)
}

/** Loads artifacts in the given order; artifacts that were deleted meanwhile are skipped. */
export async function loadInOrder(world: Pick<World, 'db'>, ids: readonly ArtifactId[]): Promise<Artifact[]> {
  const artifacts = await loadArtifacts(world.db.read, ids)
  return ids.flatMap((id) => artifacts.get(id) ?? [])
}
