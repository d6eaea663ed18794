import type { SortKey } from '../../fields/model/sort-key.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { resolveTargets } from './comparison-target.ts'
import { parseAndCheckQuery } from './parse-and-check-query.ts'
import type { QueryContext } from './search-context.ts'

/** Returns the sort keys of a query; none: only by id. Fields that cannot be sorted by are rejected by name. */
export async function buildSortKeys(
  world: Pick<World, 'db' | 'cache'>,
  queryContext: QueryContext,
  tracker: Tracker,
  text: string,
): Promise<readonly SortKey[]> {
  const query = await parseAndCheckQuery(world, text)
  if (query.orderBy.length === 0) return []
  const targetOf = resolveTargets(query, tracker, queryContext)
  const keys = query.orderBy.map(({ searchable, direction }) => {
    const { field, search } = targetOf(searchable)
    const by = search?.order?.(field)
    return by === undefined ? { problem: `'${field.name}'` } : { by, direction }
  })
  const unsortable = keys.flatMap((key) => ('problem' in key ? [key.problem] : []))
  if (unsortable.length > 0)
    throw new Refusal('invalid', message`Sorting by ${[...new Set(unsortable)].join(', ')} is not supported.`)
  return keys.filter((key): key is SortKey => 'by' in key)
}
