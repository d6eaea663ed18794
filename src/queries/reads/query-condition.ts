import type { Condition } from '../../fields/condition.ts'
import type { SearchContext } from '../../fields/search/field-search.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { readsLinks } from '../../trackers/policy.ts'
import { typesInProject } from '../../trackers/store/link-types.ts'
import type { Comparison, Expression } from '../language/ast.ts'
import { type LinkWords, linkCondition } from '../model/link-conditions.ts'
import { comparisonOf } from '../model/literal.ts'
import { comparisonsIn, isComparison, isJunction, linkConditionsIn } from '../model/searchables.ts'
import { comparedIn } from './compared.ts'
import type { Compared } from './metadata.ts'
import { parsedQuery } from './parsed-query.ts'
import { type Asking, noSearchNeeds, searchedOf } from './searched.ts'

/**
 * What a query asks of the artifacts of a tracker, or the refusal of docs/api/queries.md §2.7 that names all that is
 * wrong.
 */
export async function queryCondition(
  world: Pick<World, 'db' | 'cache'>,
  asking: Asking,
  tracker: Tracker,
  text: string,
  whichAreSeen: (ids: readonly ArtifactId[]) => Promise<ReadonlySet<ArtifactId>>,
): Promise<Condition> {
  const query = await parsedQuery(world, text)
  const compared = comparedIn(query, tracker, asking)
  const needs = noSearchNeeds()
  const asked = new Map(
    comparisonsIn(query.where).map((each) => [each, comparisonOf(each, asking.now, asking.timezone)]),
  )
  for (const [each, comparison] of asked) {
    const { field, searching } = compared(each.searchable)
    searching?.collectNeeds?.(comparison, field, needs)
  }
  const fields = [...asked.keys()].map(({ searchable }) => compared(searchable).field)
  const links = linkConditionsIn(query.where)
  const named = links.flatMap(({ other }) => (other?.kind === 'artifact' ? [other.id as ArtifactId] : []))
  const [{ searched, problems }, types, visible] = await Promise.all([
    searchedOf(world, asking, needs, tracker.projectId, fields),
    links.length === 0 ? [] : typesInProject(world, tracker.projectId),
    named.length === 0 ? new Set<ArtifactId>() : whichAreSeen(named),
  ])
  const words: LinkWords = {
    types: types.map(({ shortName }) => shortName),
    visible,
    areRead: readsLinks(asking.caller, tracker),
    complain: searched.reportProblem,
  }
  const compare = (each: Comparison): Condition | undefined => {
    const { field, searching } = compared(each.searchable)
    // Gathered above.
    const comparison = asked.get(each) ?? comparisonOf(each, asking.now, asking.timezone)
    return searching?.compare === undefined
      ? unsupported(field, searched)
      : searching.compare(comparison, field, searched)
  }
  const condition =
    query.where === null ? undefined : conditionOf(query.where, compare, (each) => linkCondition(each, words))
  if (problems.length > 0) throw new Refusal('invalid', [...new Set(problems)].join('\n'))
  return condition ?? { kind: 'all', of: [] }
}

/** docs/api/queries.md §2.7, without the line break and the blanks of Tuleap. */
export function unsupported({ type, name }: Compared['field'], { reportProblem }: SearchContext): undefined {
  const isExternal = /^(ttm|Encrypted$)/.test(type)
  const what = isExternal ? 'External field types are' : `The field '${name}' is`
  return reportProblem(`${what} not supported. Please refer to the documentation for the allowed types.`)
}

function conditionOf(
  expression: Expression,
  compare: (asked: Comparison) => Condition | undefined,
  link: (asked: Parameters<typeof linkCondition>[0]) => Condition | undefined,
): Condition | undefined {
  if (isJunction(expression)) {
    const parts = expression.of.map((each) => conditionOf(each, compare, link)).filter((each) => each !== undefined)
    return { kind: expression.kind === 'and' ? 'all' : 'any', of: parts }
  }
  return isComparison(expression) ? compare(expression) : link(expression)
}
