import { isDeepStrictEqual } from 'node:util'
import type { Condition } from '../../fields/model/condition.ts'
import type { SortKey } from '../../fields/model/sort-key.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { parseFilter, requireFilterObject } from '../../queries/model/filter.ts'
import { buildFilterCondition } from '../../queries/reads/build-filter-condition.ts'
import { buildQueryCondition } from '../../queries/reads/build-query-condition.ts'
import { buildSortKeys } from '../../queries/reads/build-sort-keys.ts'
import type { QueryContext } from '../../queries/reads/search-context.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { restrictToCaller } from './visibility.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

/** Filter and query of a request (docs/api/queries.md §1.2, §1.3). */
export interface QueryInput {
  /** A filter as JSON, '' for none. */
  readonly query: string
  readonly expertQuery: string
  /** A filter as object, or `{ query: '…' }`; undefined: none. */
  readonly body: unknown
}

/** Returns the sort keys of a query. A filter takes precedence over a query and has no sort keys. */
export async function resolveOrder(
  world: Pick<World, 'db' | 'cache'>,
  queryContext: QueryContext,
  tracker: Tracker,
  input: QueryInput,
): Promise<readonly SortKey[]> {
  if (input.expertQuery.trim() === '' || parseFilterInput(input) !== undefined) return []
  return buildSortKeys(world, queryContext, tracker, input.expertQuery)
}

/** Resolves filter or query to a condition; undefined: none. A filter takes precedence over a query. */
export async function resolveCondition(
  world: Pick<World, 'db' | 'cache'>,
  queryContext: QueryContext,
  tracker: Tracker,
  input: QueryInput,
): Promise<Condition | undefined> {
  const { expertQuery } = input
  const filter = parseFilterInput(input)
  if (filter !== undefined)
    return restrictToCaller(
      world,
      queryContext.caller,
      await buildFilterCondition(world, queryContext, tracker, filter),
    )
  if (expertQuery.trim() === '') return undefined
  const condition = await buildQueryCondition(world, queryContext, tracker, expertQuery, async (ids) => {
    const visibleArtifacts = await filterVisibleArtifacts(
      world,
      queryContext.caller,
      await loadArtifactVersions(world.db.read, ids),
    )
    return new Set(visibleArtifacts.map(({ id }) => id))
  })
  return restrictToCaller(world, queryContext.caller, condition)
}

function parseFilterInput({ query, expertQuery, body }: QueryInput): Filter | undefined {
  const fromUrl = query === '' ? undefined : parseFilter(query)
  const input = body === undefined ? {} : requireFilterObject(body)
  const { query: wrapped, ...others } = input
  const fromBody = Object.keys(others).length === 0 ? unwrapFilter(wrapped, input) : input
  if (Object.keys(fromBody).length === 0) return fromUrl
  if (fromUrl === undefined && expertQuery.trim() !== '')
    throw new Refusal(
      'invalid',
      'The request body and the parameter `expert_query` contradict each other. Send one of them.',
    )
  if (fromUrl !== undefined && !isDeepStrictEqual(fromUrl, fromBody))
    throw new Refusal('invalid', 'The request body and the parameter `query` contradict each other. Send one of them.')
  return fromBody
}

/**
 * `{ query: '…' }` and `{ query: { … } }` are a filter in its wrapping (docs/api/queries.md §1.3), unless it is a
 * field's name.
 */
function unwrapFilter(wrapped: unknown, input: Filter): Filter {
  if (typeof wrapped === 'string') return parseFilter(wrapped)
  const isObject = typeof wrapped === 'object' && wrapped !== null && !Array.isArray(wrapped)
  return !isObject || 'operator' in wrapped || 'value' in wrapped ? input : requireFilterObject(wrapped)
}

type Filter = Readonly<Record<string, unknown>>
