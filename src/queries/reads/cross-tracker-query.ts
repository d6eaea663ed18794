import type { Comparison as FieldComparison, SearchContext } from '../../fields/field-type/field-search.ts'
import { type Condition, matchAll } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { isUnknownValue } from '../../fields/search/error-messages.ts'
import { joinMessages, type Message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { uniqueMessages } from '../../kit/messages/unique-messages.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import { canReadLinks, getFieldRights } from '../../trackers/policy.ts'
import { getLinkTypes } from '../../trackers/store/link-types.ts'
import type { World } from '../../world/model/world.ts'
import type { Comparison, Expression, LinkCondition, Query } from '../language/ast.ts'
import {
  type CrossTrackerCondition,
  countConditions,
  mergeConditions,
  type TrackerCondition,
} from '../model/cross-tracker-query.ts'
import { resolveLinkCondition } from '../model/link-conditions.ts'
import { isComparison, isJunction, listComparisons, listLinkConditions } from '../model/searchables.ts'
import { toFieldComparison } from '../model/to-field-comparison.ts'
import { loadDisabledLinkTypes } from '../store/disabled-link-types.ts'
import { reportUnsupportedField } from './build-query-condition.ts'
import { findTarget, formatSearchableName, formatUnknownNames } from './comparison-target.ts'
import { loadCrossTrackerSearchContext } from './cross-tracker-search-context.ts'
import type { ComparisonTarget } from './metadata.ts'
import { parseAndCheckQuery } from './parse-and-check-query.ts'
import { createEmptySearchNeeds, type QueryContext } from './search-context.ts'
import { canMatchIn, findNameTarget, type SearchedTracker } from './searched-tracker.ts'

/** Maximum number of conditions in a statement; a query that means the same in all trackers has a few. */
const maxConditions = 400
/** Maximum number of problems in a response. */
const maxProblems = 20

type QueryLeaf = Comparison | LinkCondition

/** The condition of a query on many trackers, and the trackers that may contain matches. */
export interface CrossTrackerQuery {
  readonly condition: CrossTrackerCondition
  readonly trackers: readonly SearchedTracker[]
}

/**
 * A query across trackers: names mean each tracker's own fields. A tracker that has no such field, or whose field cannot
 * be compared so, finds nothing by that comparison; when that is so of all of them, the query is refused as it would be
 * within one (docs/api/queries.md §2.7).
 */
export async function resolveCrossTrackerQuery(
  world: Pick<World, 'db' | 'cache'>,
  context: QueryContext,
  candidates: readonly SearchedTracker[],
  text: string,
  filterVisible: (ids: readonly ArtifactId[]) => Promise<ReadonlySet<ArtifactId>>,
): Promise<CrossTrackerQuery> {
  const query = await parseAndCheckQuery(world, text)
  if (query.orderBy.length > 0) throw new Refusal('invalid', 'ORDER BY is not supported in queries across trackers.')
  const leaves = [...listComparisons(query.where), ...listLinkConditions(query.where)]
  const targets = resolveTargets(query, candidates, context)
  const resolveLeaf = await createLeafResolver(world, context, candidates, query, targets, filterVisible)
  const byLeaf = new Map<QueryLeaf, ReadonlyMap<SearchedTracker, Condition>>()
  const problems: Message[] = []
  for (const leaf of leaves) {
    const { conditions, problems: problemsOfLeaf } = resolveLeaf(leaf)
    byLeaf.set(leaf, conditions)
    if (conditions.size === 0) problems.push(...problemsOfLeaf)
  }
  if (candidates.length > 0 && problems.length > 0)
    throw new Refusal('invalid', joinMessages(uniqueMessages(problems).slice(0, maxProblems), '\n'))
  const trackers = candidates.filter((searched) =>
    canMatchIn(query.where, searched, (leaf) => byLeaf.get(leaf)?.get(searched)),
  )
  const bindOf = bindsOf(trackers)
  const condition = joinConditions(query.where, (leaf) => {
    const conditions = trackers.flatMap((searched): TrackerCondition[] => {
      const condition = byLeaf.get(leaf)?.get(searched)
      return condition === undefined ? [] : [{ tracker: searched.tracker.id, condition }]
    })
    return mergeConditions(conditions, bindOf)
  })
  if (countConditions(condition) > maxConditions)
    throw new Refusal(
      'invalid',
      'The query is too complex for the visible trackers. Restrict it with @tracker or @project.',
    ) // prettier-ignore
  return { condition, trackers }
}

type ComparisonTargets = ReadonlyMap<Comparison, ReadonlyMap<SearchedTracker, ComparisonTarget>>

/** Resolves each comparison in each tracker; names that are unknown in all of them are reported together. */
function resolveTargets(
  query: Query,
  candidates: readonly SearchedTracker[],
  { caller }: QueryContext,
): ComparisonTargets {
  const rights = new Map(
    candidates.map((searched) => [searched, { caller, canRead: getFieldRights(caller, searched.tracker).canRead }]),
  )
  const unknown = new Set<string>()
  const targetsByComparison = new Map<Comparison, ReadonlyMap<SearchedTracker, ComparisonTarget>>()
  for (const comparison of listComparisons(query.where)) {
    const { searchable } = comparison
    const targets = new Map<SearchedTracker, ComparisonTarget>()
    for (const [searched, viewer] of rights) {
      const target = findNameTarget(searchable, searched) ?? findTarget(searchable, searched.tracker, viewer)
      if (target !== undefined) targets.set(searched, target)
    }
    if (targets.size === 0) unknown.add(`'${formatSearchableName(searchable)}'`)
    targetsByComparison.set(comparison, targets)
  }
  if (candidates.length > 0 && unknown.size > 0) throw new Refusal('invalid', formatUnknownNames([...unknown]))
  return targetsByComparison
}

interface LeafResult {
  readonly conditions: ReadonlyMap<SearchedTracker, Condition>
  /** Of trackers that could not resolve it. */
  readonly problems: readonly Message[]
}

/** Loads the data of all trackers at once, and returns a function that resolves one condition. */
async function createLeafResolver(
  world: Pick<World, 'db' | 'cache'>,
  context: QueryContext,
  candidates: readonly SearchedTracker[],
  query: Query,
  targets: ComparisonTargets,
  filterVisible: (ids: readonly ArtifactId[]) => Promise<ReadonlySet<ArtifactId>>,
): Promise<(leaf: QueryLeaf) => LeafResult> {
  const needs = createEmptySearchNeeds()
  const fields = new Map<FieldId, Field>()
  const comparisons = new Map<Comparison, FieldComparison>()
  for (const [comparison, targetsByTracker] of targets) {
    const fieldComparison = toFieldComparison(comparison, context.now, context.timezone)
    comparisons.set(comparison, fieldComparison)
    for (const { field, search } of targetsByTracker.values()) {
      search?.collectNeeds?.(fieldComparison, field, needs)
      fields.set(field.id, field)
    }
  }
  const links = listLinkConditions(query.where)
  const linkedIds = links.flatMap(({ other }) => (other?.kind === 'artifact' ? [other.id as ArtifactId] : []))
  const projects = [...new Set(candidates.map(({ project }) => project.id))]
  const [searchContextFor, types, disabled, visible] = await Promise.all([
    loadCrossTrackerSearchContext(world, context, needs, [...fields.values()]),
    links.length === 0 ? [] : getLinkTypes(world),
    links.length === 0 ? undefined : loadDisabledLinkTypes(world.db.read, projects),
    linkedIds.length === 0 ? new Set<ArtifactId>() : filterVisible(linkedIds),
  ])

  function compare(
    comparison: Comparison,
    { field, search }: ComparisonTarget,
    context: SearchContext,
  ): Condition | undefined {
    const fieldComparison = comparisons.get(comparison)
    if (fieldComparison === undefined) return undefined
    return search?.compare === undefined
      ? reportUnsupportedField(field, context)
      : search.compare(fieldComparison, field, context)
  }

  function link(
    condition: LinkCondition,
    searched: SearchedTracker,
    { reportProblem }: SearchContext,
  ): Condition | undefined {
    const disabledHere = disabled?.get(searched.project.id)
    const usable = types.flatMap(({ shortName }) => (disabledHere?.has(shortName) === true ? [] : [shortName]))
    return resolveLinkCondition(condition, {
      types: usable,
      visible,
      canReadLinks: canReadLinks(context.caller, searched.tracker),
      reportProblem,
    })
  }

  return (leaf) => {
    const conditions = new Map<SearchedTracker, Condition>()
    const allProblems: Message[] = []
    const withoutValue: SearchedTracker[] = []
    for (const searched of candidates) {
      const problems: Message[] = []
      const context = searchContextFor(searched.project.id, problems)
      const target = isComparison(leaf) ? targets.get(leaf)?.get(searched) : undefined
      const condition = isComparison(leaf) ? target && compare(leaf, target, context) : link(leaf, searched, context)
      if (condition !== undefined && problems.length === 0) conditions.set(searched, condition)
      if (isNegated(leaf) && problems.length > 0 && problems.every(isUnknownValue)) withoutValue.push(searched)
      allProblems.push(...problems)
    }
    // A negated comparison matches all artifacts of a tracker whose list lacks the value; a value that no list has is
    // an error.
    if (conditions.size > 0) for (const searched of withoutValue) conditions.set(searched, matchAll)
    return { conditions, problems: uniqueMessages(allProblems) }
  }
}

const isNegated = (leaf: QueryLeaf): boolean =>
  leaf.kind === 'compare' ? leaf.operator === '!=' : leaf.kind === 'in' && leaf.isNegated

function bindsOf(trackers: readonly SearchedTracker[]): (field: FieldId) => Field['bind'] {
  const fields = new Map(trackers.flatMap(({ tracker }) => [...tracker.fieldById]))
  return (id) => fields.get(id)?.bind ?? null
}

function joinConditions(
  expression: Expression | null,
  of: (leaf: QueryLeaf) => CrossTrackerCondition,
): CrossTrackerCondition {
  if (expression === null) return { kind: 'all', of: [] }
  if (!isJunction(expression)) return of(expression)
  return { kind: expression.kind === 'and' ? 'all' : 'any', of: expression.of.map((each) => joinConditions(each, of)) }
}
