import type { SortKey } from '../../fields/model/sort-key.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { parseSort } from '../../queries/reads/parse-sort.ts'
import type { QueryContext } from '../../queries/reads/search-context.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactSortKey } from '../model/group-key.ts'
import { type QueryInput, resolveOrder } from './resolve-query.ts'

interface SortInput {
  /** The parameter `sort`, '' for none. */
  readonly sort: string
  readonly order: 'asc' | 'desc'
}

/** Returns the sort keys of a request: those of the parameter `sort`, or of the query. */
export async function resolveSort(
  world: Pick<World, 'db' | 'cache'>,
  queryContext: QueryContext,
  tracker: Tracker,
  input: QueryInput,
  { sort, order }: SortInput,
): Promise<readonly SortKey[]> {
  const orderOfQuery = await resolveOrder(world, queryContext, tracker, input)
  if (sort.trim() === '') return orderOfQuery
  if (orderOfQuery.length > 0 || order === 'desc')
    throw new Refusal(
      'invalid',
      order === 'desc'
        ? '`sort` cannot be combined with `order=desc`. Send one of them.'
        : '`sort` cannot be combined with ORDER BY. Send one of them.',
    )
  return parseSort(sort, tracker, queryContext.caller)
}

export interface Sorting {
  /** order of ids, and of equal sort keys */
  readonly order: 'asc' | 'desc'
  readonly orderBy?: readonly ArtifactSortKey[]
}

/** A sort by id alone is the order of the plain list, which costs less. */
export function toSorting(orderBy: readonly ArtifactSortKey[], order: Sorting['order']): Sorting {
  const [first] = orderBy
  return first?.by.kind === 'system' && first.by.of === 'id' ? { order: first.direction } : { order, orderBy }
}
