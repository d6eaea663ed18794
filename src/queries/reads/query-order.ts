import type { SortKey } from '../../fields/sort-key.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { comparedIn } from './compared.ts'
import { parsedQuery } from './parsed-query.ts'
import type { Asking } from './searched.ts'

/** What a query sorts by, the first key first; none: by id alone. What cannot be sorted by is refused by name. */
export async function queryOrder(
  world: Pick<World, 'db' | 'cache'>,
  asking: Asking,
  tracker: Tracker,
  text: string,
): Promise<readonly SortKey[]> {
  const query = await parsedQuery(world, text)
  if (query.orderBy.length === 0) return []
  const compared = comparedIn(query, tracker, asking)
  const keys = query.orderBy.map(({ searchable, direction }) => {
    const { field, searching } = compared(searchable)
    const by = searching?.order?.(field)
    return by === undefined ? { problem: `'${field.name}'` } : { by, direction }
  })
  const unsortable = keys.flatMap((key) => ('problem' in key ? [key.problem] : []))
  if (unsortable.length > 0) throw new Refusal('invalid', `We cannot sort by ${[...new Set(unsortable)].join(', ')}.`)
  return keys.filter((key): key is SortKey => 'by' in key)
}
