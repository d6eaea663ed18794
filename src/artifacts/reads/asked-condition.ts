import { isDeepStrictEqual } from 'node:util'
import type { Condition } from '../../fields/condition.ts'
import type { SortKey } from '../../fields/sort-key.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { parseFilter, requireFilterObject } from '../../queries/model/filter.ts'
import { filterCondition } from '../../queries/reads/filter-condition.ts'
import { queryCondition } from '../../queries/reads/query-condition.ts'
import { queryOrder } from '../../queries/reads/query-order.ts'
import type { QueryContext } from '../../queries/reads/search-context.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadGlances } from '../store/glances.ts'
import { asAskedBy } from './sight.ts'
import { visibleArtifacts } from './visible-artifacts.ts'

/** The ways in which a request says what it looks for (docs/api/queries.md §1.2, §1.3). */
export interface SentQuestion {
  /** A filter as JSON, '' for none. */
  readonly query: string
  readonly expertQuery: string
  /** A filter as it is, or `{ query: '…' }`; undefined: none. */
  readonly body: unknown
}

/** What the answer is sorted by; a filter wins over a query, and says nothing of order. */
export async function askedOrder(
  world: Pick<World, 'db' | 'cache'>,
  asking: QueryContext,
  tracker: Tracker,
  sent: SentQuestion,
): Promise<readonly SortKey[]> {
  if (sent.expertQuery.trim() === '' || filterSent(sent) !== undefined) return []
  return queryOrder(world, asking, tracker, sent.expertQuery)
}

/** What a request looks for; undefined: nothing in particular. A filter wins over a query. */
export async function askedCondition(
  world: Pick<World, 'db' | 'cache'>,
  asking: QueryContext,
  tracker: Tracker,
  sent: SentQuestion,
): Promise<Condition | undefined> {
  const { expertQuery } = sent
  const filter = filterSent(sent)
  if (filter !== undefined)
    return asAskedBy(world, asking.caller, await filterCondition(world, asking, tracker, filter))
  if (expertQuery.trim() === '') return undefined
  const condition = await queryCondition(world, asking, tracker, expertQuery, async (ids) => {
    const seen = await visibleArtifacts(world, asking.caller, await loadGlances(world.db.read, ids))
    return new Set(seen.map(({ id }) => id))
  })
  return asAskedBy(world, asking.caller, condition)
}

function filterSent({ query, expertQuery, body }: SentQuestion): Filter | undefined {
  const inAddress = query === '' ? undefined : parseFilter(query)
  const sent = body === undefined ? {} : requireFilterObject(body)
  const { query: wrapped, ...others } = sent
  const inBody = Object.keys(others).length === 0 ? filterWithin(wrapped, sent) : sent
  if (Object.keys(inBody).length === 0) return inAddress
  if (inAddress === undefined && expertQuery.trim() !== '')
    throw new Refusal('invalid', 'The body of the request and the parameter `expert_query` ask for different things')
  if (inAddress !== undefined && !isDeepStrictEqual(inAddress, inBody))
    throw new Refusal('invalid', 'The body of the request and the parameter `query` ask for different things')
  return inBody
}

/**
 * `{ query: '…' }` and `{ query: { … } }` are a filter in its wrapping (docs/api/queries.md §1.3), unless it is a
 * field's name.
 */
function filterWithin(wrapped: unknown, sent: Filter): Filter {
  if (typeof wrapped === 'string') return parseFilter(wrapped)
  const isObject = typeof wrapped === 'object' && wrapped !== null && !Array.isArray(wrapped)
  return !isObject || 'operator' in wrapped || 'value' in wrapped ? sent : requireFilterObject(wrapped)
}

type Filter = Readonly<Record<string, unknown>>
