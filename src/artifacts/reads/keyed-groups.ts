import { matchAll } from '../../fields/model/condition.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { type GroupSortKey, getIntervalStart } from '../model/group-key.ts'
import { loadKeyedPages } from '../store/artifact-groups.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { type ArtifactGroup, type ArtifactGroupsQuery, limitPages, loadVersions } from './artifact-groups.ts'
import { maxKeyedGroups, refuseManyGroups } from './resolve-grouping.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'
import { prepareVisibleQuery } from './visible-query.ts'

/** Artifacts with the same number of a key. */
export interface KeyedGroup extends ArtifactGroup {
  /** null: the artifacts have none */
  readonly number: number | null
  /** of groups by date; null: the artifacts without one */
  readonly interval?: { readonly from: EpochSeconds; readonly until: EpochSeconds } | null
  /** of groups by parent; null: the artifacts without one that the caller sees */
  readonly parent?: Artifact | null
}

/** Returns the first visible artifacts of each number of a key, with their total number, those without any last. */
export async function loadKeyedGroups(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  { caller, timezone }: Pick<Viewer, 'caller' | 'timezone'>,
  tracker: Tracker,
  { by: key, direction }: GroupSortKey,
  { where = matchAll, totalLimit, ...query }: ArtifactGroupsQuery,
): Promise<KeyedGroup[]> {
  const { reader, condition } = await prepareVisibleQuery(world, caller, tracker, where)
  const pagesQuery = { ...query, key, maxGroups: maxKeyedGroups }
  const found = await loadKeyedPages(reader, condition, pagesQuery)
  if (found.size > maxKeyedGroups) throw refuseManyGroups()
  const last = direction === 'asc' ? Infinity : -Infinity
  const ascending = [...found.keys()].sort((a, b) => (a ?? last) - (b ?? last))
  const numbers = direction === 'asc' ? ascending : ascending.reverse()
  // A heading needs no artifact of its group.
  const pages = limitPages(found, numbers, { totalLimit, min: 0 })
  const listVersions = await loadVersions(world, caller, pages)
  const groups = numbers.map((number) => ({
    number,
    valueId: null,
    size: pages.get(number)?.size ?? 0,
    versions: listVersions(number),
  }))
  if (key.kind === 'interval')
    return groups.map((group) => ({ ...group, interval: toInterval(group.number, key.length, timezone) }))
  // The numbers are ids of artifacts.
  const parents = await loadParents(world, caller, numbers.filter((number) => number !== null) as ArtifactId[])
  return groups.flatMap((group) => {
    if (group.number === null) return { ...group, parent: null }
    // A parent that changed after its id was found may be hidden now.
    const parent = parents.get(group.number)
    return parent === undefined ? [] : { ...group, parent }
  })
}

const toInterval = (number: number | null, length: Parameters<typeof getIntervalStart>[1], timezone: string) =>
  number === null
    ? null
    : {
        from: getIntervalStart(number, length, timezone),
        until: getIntervalStart(number + 1, length, timezone),
      }

async function loadParents(
  world: Pick<World, 'db' | 'cache'>,
  caller: Viewer['caller'],
  ids: readonly ArtifactId[],
): Promise<ReadonlyMap<number, Artifact>> {
  const loaded = await loadArtifacts(world.db.read, ids)
  const visible = await filterVisibleArtifacts(world, caller, [...loaded.values()])
  return new Map(visible.map((artifact) => [artifact.id, artifact]))
}
