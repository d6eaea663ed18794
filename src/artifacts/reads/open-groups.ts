import { matchAll } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { loadOpenGroupPages } from '../store/artifact-groups.ts'
import { keyOfOpenValue, openValueOfKey } from '../store/open-choices.ts'
import { loadOpenValues } from '../store/open-list-values.ts'
import { type ArtifactGroup, type ArtifactGroupsQuery, limitPages, loadVersions } from './artifact-groups.ts'
import { loadGroupingValues } from './grouping-values.ts'
import { maxKeyedGroups, refuseManyGroups } from './resolve-grouping.ts'
import { prepareVisibleQuery } from './visible-query.ts'

const collator = new Intl.Collator('en', { sensitivity: 'base' })

/**
 * Returns the first visible artifacts of each value of an open list, with their total number: those that the list
 * offers in its order, then those that users added and that matching artifacts hold, by label.
 */
export async function loadOpenGroups(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  caller: Caller,
  tracker: Tracker,
  field: Field,
  { where = matchAll, totalLimit, ...query }: ArtifactGroupsQuery,
): Promise<ArtifactGroup[]> {
  const { reader, condition } = await prepareVisibleQuery(world, caller, tracker, where)
  const pagesQuery = { ...query, field: field.id, maxGroups: maxKeyedGroups }
  const [offered, found] = await Promise.all([
    loadGroupingValues(reader, tracker, field, condition),
    loadOpenGroupPages(reader, condition, pagesQuery),
  ])
  if (found.size > maxKeyedGroups) throw refuseManyGroups()
  const openIds = [...found.keys()].flatMap((key) => openValueOfKey(key) ?? [])
  const added = [...(await loadOpenValues(reader, openIds)).values()].sort(
    (a, b) => collator.compare(a.label, b.label) || a.id - b.id,
  )
  if (offered.length + added.length > maxKeyedGroups) throw refuseManyGroups()
  const keys = [...offered, ...added.map(({ id }) => keyOfOpenValue(id)), NO_VALUE]
  const pages = limitPages(found, keys, { totalLimit })
  const listVersions = await loadVersions(world, caller, pages)
  const groupOf = (key: number) => ({ size: pages.get(key)?.size ?? 0, versions: listVersions(key) })
  const none = { valueId: NO_VALUE, ...groupOf(NO_VALUE) }
  return [
    ...offered.map((valueId) => ({ valueId, ...groupOf(valueId) })),
    ...added.map((openValue) => ({ valueId: null, openValue, ...groupOf(keyOfOpenValue(openValue.id)) })),
    ...(none.size > 0 || !field.isRequired ? [none] : []),
  ]
}
