import type { SearchContext } from '../../fields/field-type/field-search.ts'
import type { Condition } from '../../fields/model/condition.ts'
import { joinMessages, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { uniqueMessages } from '../../kit/messages/unique-messages.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { canReadLinks } from '../../trackers/policy.ts'
import { getProjectLinkTypes } from '../../trackers/store/link-types.ts'
import type { World } from '../../world/model/world.ts'
import type { Comparison, Expression } from '../language/ast.ts'
import { type LinkConditionContext, resolveLinkCondition } from '../model/link-conditions.ts'
import { isComparison, isJunction, listComparisons, listLinkConditions } from '../model/searchables.ts'
import { toFieldComparison } from '../model/to-field-comparison.ts'
import { resolveTargets } from './comparison-target.ts'
import type { ComparisonTarget } from './metadata.ts'
import { parseAndCheckQuery } from './parse-and-check-query.ts'
import { createEmptySearchNeeds, loadSearchContext, type QueryContext } from './search-context.ts'

/**
 * Converts a query of a tracker to a condition, or throws the refusal of docs/api/queries.md §2.7 with all problems.
 */
export async function buildQueryCondition(
  world: Pick<World, 'db' | 'cache'>,
  queryContext: QueryContext,
  tracker: Tracker,
  text: string,
  filterVisible: (ids: readonly ArtifactId[]) => Promise<ReadonlySet<ArtifactId>>,
): Promise<Condition> {
  const query = await parseAndCheckQuery(world, text)
  const targetOf = resolveTargets(query, tracker, queryContext)
  const needs = createEmptySearchNeeds()
  const comparisons = new Map(
    listComparisons(query.where).map((each) => [
      each,
      toFieldComparison(each, queryContext.now, queryContext.timezone),
    ]),
  )
  for (const [each, comparison] of comparisons) {
    const { field, search } = targetOf(each.searchable)
    search?.collectNeeds?.(comparison, field, needs)
  }
  const fields = [...comparisons.keys()].map(({ searchable }) => targetOf(searchable).field)
  const links = listLinkConditions(query.where)
  const linkedIds = links.flatMap(({ other }) => (other?.kind === 'artifact' ? [other.id as ArtifactId] : []))
  const [{ context, problems }, types, visible] = await Promise.all([
    loadSearchContext(world, queryContext, needs, tracker.projectId, fields),
    links.length === 0 ? [] : getProjectLinkTypes(world, tracker.projectId),
    linkedIds.length === 0 ? new Set<ArtifactId>() : filterVisible(linkedIds),
  ])
  const linkContext: LinkConditionContext = {
    types: types.map(({ shortName }) => shortName),
    visible,
    canReadLinks: canReadLinks(queryContext.caller, tracker),
    reportProblem: context.reportProblem,
  }
  const compare = (each: Comparison): Condition | undefined => {
    const { field, search } = targetOf(each.searchable)
    // Gathered above.
    const comparison = comparisons.get(each) ?? toFieldComparison(each, queryContext.now, queryContext.timezone)
    return search?.compare === undefined
      ? reportUnsupportedField(field, context)
      : search.compare(comparison, field, context)
  }
  const condition =
    query.where === null
      ? undefined
      : conditionOf(query.where, compare, (each) => resolveLinkCondition(each, linkContext))
  if (problems.length > 0) throw new Refusal('invalid', joinMessages(uniqueMessages(problems), '\n'))
  return condition ?? { kind: 'all', of: [] }
}

/** docs/api/queries.md §2.7, without the line break and the blanks of Tuleap. */
export function reportUnsupportedField(
  { type, name }: ComparisonTarget['field'],
  { reportProblem }: SearchContext,
): undefined {
  const isExternal = /^(ttm|Encrypted$)/.test(type)
  return reportProblem(
    isExternal
      ? message`External field types are not supported. Please refer to the documentation for the allowed types.`
      : message`The field '${name}' is not supported. Please refer to the documentation for the allowed types.`,
  )
}

function conditionOf(
  expression: Expression,
  compare: (comparison: Comparison) => Condition | undefined,
  link: (comparison: Parameters<typeof resolveLinkCondition>[0]) => Condition | undefined,
): Condition | undefined {
  if (isJunction(expression)) {
    const parts = expression.of.map((each) => conditionOf(each, compare, link)).filter((each) => each !== undefined)
    return { kind: expression.kind === 'and' ? 'all' : 'any', of: parts }
  }
  return isComparison(expression) ? compare(expression) : link(expression)
}
