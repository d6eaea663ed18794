import type { OpenValue } from '../../fields/contexts/describe-context.ts'
import { type Condition, matchAll } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { buildHoldsOneOf } from '../../fields/search/lists.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { loadGroupPages } from '../store/artifact-groups.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { matchingVisible } from '../store/matching.ts'
import type { PageOfIds } from '../store/pages.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { chooseExecutor, type Executor } from './choose-executor.ts'
import { loadGroupingValues } from './grouping-values.ts'
import type { Sorting } from './resolve-sort.ts'
import { loadAccessiblePage } from './tracker-artifacts.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

export interface ArtifactGroupsQuery extends Sorting {
  /** undefined: all artifacts */
  readonly where?: Condition | undefined
  /** number of artifacts of each group */
  readonly limit: number
  /** number of artifacts of all groups, of which each has at least one; undefined: as many as there are */
  readonly totalLimit?: number | undefined
}

export interface ArtifactGroup {
  /** NO_VALUE: the artifacts without a value; null: the artifacts have something else in common */
  readonly valueId: number | null
  /** Of an open list: a value that a user added. */
  readonly openValue?: OpenValue
  readonly size: number
  readonly versions: readonly ArtifactVersion[]
}

type Deps = Pick<World, 'db' | 'cache' | 'idSets'>

/**
 * Returns the first visible artifacts of each value of a list field, with their total number, in the order of the list.
 * An artifact with several values is in the group of each.
 */
export async function loadArtifactGroups(
  world: Deps,
  caller: Caller,
  tracker: Tracker,
  field: Field,
  query: ArtifactGroupsQuery,
): Promise<ArtifactGroup[]> {
  const { where = matchAll } = query
  const accessible = await loadAccessibleTrackers(world, caller, [tracker])
  const executor = await chooseExecutor(world, accessible, where)
  const values = await loadGroupingValues(executor.reader, tracker, field, matchingVisible(accessible, where))
  const groupedValues = [...values, NO_VALUE]
  const pages = limitPages(
    await loadPages(world, accessible, field, groupedValues, query, executor),
    groupedValues,
    query,
  )
  const listVersions = await loadVersions(world, caller, pages)
  const groups = groupedValues.map(
    (valueId): ArtifactGroup => ({ valueId, size: pages.get(valueId)?.size ?? 0, versions: listVersions(valueId) }),
  )
  return groups.filter(({ valueId, size }) => valueId !== NO_VALUE || size > 0 || !field.isRequired)
}

/** Returns a function that returns the visible versions of the artifacts of a page. */
export async function loadVersions<Group>(
  world: Deps,
  caller: Caller,
  pages: ReadonlyMap<Group, PageOfIds>,
): Promise<(group: Group) => readonly ArtifactVersion[]> {
  // An artifact that changed between two pages of cached sets may be in both.
  const ids = new Set([...pages.values()].flatMap((page) => page.ids))
  // An artifact that changed after its id was found may be hidden now.
  const versions = await filterVisibleArtifacts(world, caller, await loadArtifactVersions(world.db.read, [...ids]))
  const versionsById = new Map(versions.map((version) => [version.id, version]))
  return (group) => pages.get(group)?.ids.flatMap((id) => versionsById.get(id) ?? []) ?? []
}

/** Returns the pages with no more ids than wanted for all of them, of the first groups; `min`: of each group. */
export function limitPages<Group>(
  pages: ReadonlyMap<Group, PageOfIds>,
  groups: readonly Group[],
  { totalLimit = Infinity, min = 1 }: { readonly totalLimit?: number | undefined; readonly min?: number },
): ReadonlyMap<Group, PageOfIds> {
  let left = totalLimit
  return new Map(
    groups.flatMap((value) => {
      const page = pages.get(value)
      if (page === undefined) return []
      const ids = page.ids.slice(0, Math.max(min, left))
      left -= ids.length
      return [[value, { ...page, ids }] as const]
    }),
  )
}

/** Returns a page of each of these values; in one statement unless cached id sets answer. */
async function loadPages(
  world: Deps,
  accessible: readonly AccessibleTracker[],
  field: Field,
  values: readonly number[],
  { where = matchAll, limit, ...sorting }: ArtifactGroupsQuery,
  executor: Executor,
): Promise<ReadonlyMap<number, PageOfIds>> {
  if (!executor.usesIdSets)
    return loadGroupPages(executor.reader, matchingVisible(accessible, where), { field: field.id, limit, ...sorting })
  return loadPageOfEach(world, accessible, field, values, { where, limit, ...sorting })
}

/** Returns a page of each of these values, for trackers that cached id sets answer for. */
export async function loadPageOfEach(
  world: Deps,
  accessible: readonly AccessibleTracker[],
  field: Field,
  values: readonly number[],
  { where = matchAll, limit, ...sorting }: ArtifactGroupsQuery,
): Promise<ReadonlyMap<number, PageOfIds>> {
  const pages = values.map(async (value) => {
    const isInGroup: Condition = { kind: 'all', of: [where, buildHoldsOneOf(field, [value])] }
    const page = { limit, offset: 0 }
    return [value, await loadAccessiblePage(world, accessible, { where: isInGroup, ...sorting, page })] as const
  })
  return new Map(await Promise.all(pages))
}
