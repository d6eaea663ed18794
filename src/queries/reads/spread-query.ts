import { type Condition, matchAll } from '../../fields/condition.ts'
import type { Field } from '../../fields/field.ts'
import type { Comparison as FieldComparison, SearchContext } from '../../fields/search/field-search.ts'
import type { ArtifactId, FieldId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { fieldRights, readsLinks } from '../../trackers/policy.ts'
import { linkTypesOf } from '../../trackers/store/link-types.ts'
import type { Comparison, Expression, LinkCondition, Query } from '../language/ast.ts'
import { linkCondition } from '../model/link-conditions.ts'
import { comparisonOf } from '../model/literal.ts'
import { comparisonsIn, isComparison, isJunction, linkConditionsIn } from '../model/searchables.ts'
import { type Meaning, type Spread, sizeOf, spreadOf } from '../model/spread.ts'
import { disabledTypesAcross } from '../store/disabled-types-across.ts'
import { comparedWith, shownName, unknownNames } from './compared.ts'
import type { Compared } from './metadata.ts'
import { parsedQuery } from './parsed-query.ts'
import { mayBeIn, type Place, placeNamed } from './places.ts'
import { unsupported } from './query-condition.ts'
import { type Asking, noSearchNeeds } from './searched.ts'
import { searchedAcross } from './searched-across.ts'

/** Conditions of one statement; a query that means the same in all trackers makes a few. */
const mostConditions = 400
/** What is wrong is told this often. */
const mostProblems = 20

type Asked = Comparison | LinkCondition

/** What a query asks of the artifacts of many trackers, and in which of them it may find any. */
export interface SpreadQuery {
  readonly spread: Spread
  readonly places: readonly Place[]
}

/**
 * A query across trackers: names mean each tracker's own fields. A tracker that has no such field, or whose field cannot
 * be compared so, finds nothing by that comparison; when that is so of all of them, the query is refused as it would be
 * within one (docs/api/queries.md §2.7).
 */
export async function spreadQuery(
  world: Pick<World, 'db' | 'cache'>,
  asking: Asking,
  seen: readonly Place[],
  text: string,
  whichAreSeen: (ids: readonly ArtifactId[]) => Promise<ReadonlySet<ArtifactId>>,
): Promise<SpreadQuery> {
  const query = await parsedQuery(world, text)
  if (query.orderBy.length > 0)
    throw new Refusal('invalid', 'Artifacts of several trackers are sorted by their ids: leave ORDER BY out')
  const leaves = [...comparisonsIn(query.where), ...linkConditionsIn(query.where)]
  const compared = resolved(query, seen, asking)
  const meaningOf = await meanings(world, asking, seen, query, compared, whichAreSeen)
  const byLeaf = new Map<Asked, ReadonlyMap<Place, Condition>>()
  const problems = new Set<string>()
  for (const leaf of leaves) {
    const { understood, complaints } = meaningOf(leaf)
    byLeaf.set(leaf, understood)
    if (understood.size === 0) for (const each of complaints) problems.add(each)
  }
  if (seen.length > 0 && problems.size > 0)
    throw new Refusal('invalid', [...problems].slice(0, mostProblems).join('\n'))
  const places = seen.filter((place) => mayBeIn(query.where, place, (leaf) => byLeaf.get(leaf)?.get(place)))
  const bindOf = bindsOf(places)
  const spread = joined(query.where, (leaf) => {
    const meant = places.flatMap((place): Meaning[] => {
      const condition = byLeaf.get(leaf)?.get(place)
      return condition === undefined ? [] : [{ tracker: place.tracker.id, condition }]
    })
    return spreadOf(meant, bindOf)
  })
  if (sizeOf(spread) > mostConditions)
    throw new Refusal(
      'invalid',
      'The query means too many different things in the trackers you see: name some of them with @tracker or @project',
    ) // prettier-ignore
  return { spread, places }
}

type ComparedAt = ReadonlyMap<Comparison, ReadonlyMap<Place, Compared>>

/** Who knows what each comparison is about; what nobody knows is told at once. */
function resolved(query: Query, seen: readonly Place[], { caller }: Asking): ComparedAt {
  const rights = new Map(seen.map((place) => [place, { caller, reads: fieldRights(caller, place.tracker).reads }]))
  const unknown = new Set<string>()
  const found = new Map<Comparison, ReadonlyMap<Place, Compared>>()
  for (const asked of comparisonsIn(query.where)) {
    const { searchable } = asked
    const knowing = new Map<Place, Compared>()
    for (const [place, may] of rights) {
      const compared = placeNamed(searchable, place) ?? comparedWith(searchable, place.tracker, may)
      if (compared !== undefined) knowing.set(place, compared)
    }
    if (knowing.size === 0) unknown.add(`'${shownName(searchable)}'`)
    found.set(asked, knowing)
  }
  if (seen.length > 0 && unknown.size > 0) throw new Refusal('invalid', unknownNames([...unknown]))
  return found
}

interface Understanding {
  readonly understood: ReadonlyMap<Place, Condition>
  /** Of places that did not understand it. */
  readonly complaints: readonly string[]
}

/** Loads what all places need at once, then asks each. */
async function meanings(
  world: Pick<World, 'db' | 'cache'>,
  asking: Asking,
  seen: readonly Place[],
  query: Query,
  compared: ComparedAt,
  whichAreSeen: (ids: readonly ArtifactId[]) => Promise<ReadonlySet<ArtifactId>>,
): Promise<(leaf: Asked) => Understanding> {
  const needs = noSearchNeeds()
  const fields = new Map<FieldId, Field>()
  const comparisons = new Map<Comparison, FieldComparison>()
  for (const [asked, knowing] of compared) {
    const comparison = comparisonOf(asked, asking.now, asking.timezone)
    comparisons.set(asked, comparison)
    for (const { field, searching } of knowing.values()) {
      searching?.collectNeeds?.(comparison, field, needs)
      fields.set(field.id, field)
    }
  }
  const links = linkConditionsIn(query.where)
  const named = links.flatMap(({ other }) => (other?.kind === 'artifact' ? [other.id as ArtifactId] : []))
  const projects = [...new Set(seen.map(({ project }) => project.id))]
  const [searchedIn, types, disabled, visible] = await Promise.all([
    searchedAcross(world, asking, needs, [...fields.values()]),
    links.length === 0 ? [] : linkTypesOf(world),
    links.length === 0 ? undefined : disabledTypesAcross(world.db.read, projects),
    named.length === 0 ? new Set<ArtifactId>() : whichAreSeen(named),
  ])

  function compare(asked: Comparison, { field, searching }: Compared, searched: SearchContext): Condition | undefined {
    const comparison = comparisons.get(asked)
    if (comparison === undefined) return undefined
    return searching?.compare === undefined
      ? unsupported(field, searched)
      : searching.compare(comparison, field, searched)
  }

  function link(asked: LinkCondition, place: Place, { reportProblem }: SearchContext): Condition | undefined {
    const off = disabled?.get(place.project.id)
    const usable = types.flatMap(({ shortName }) => (off?.has(shortName) === true ? [] : [shortName]))
    return linkCondition(asked, {
      types: usable,
      visible,
      areRead: readsLinks(asking.caller, place.tracker),
      complain: reportProblem,
    })
  }

  return (leaf) => {
    const understood = new Map<Place, Condition>()
    const complaints = new Set<string>()
    const valueless: Place[] = []
    for (const place of seen) {
      const problems: string[] = []
      const searched = searchedIn(place.project.id, problems)
      const about = isComparison(leaf) ? compared.get(leaf)?.get(place) : undefined
      const condition = isComparison(leaf) ? about && compare(leaf, about, searched) : link(leaf, place, searched)
      if (condition !== undefined && problems.length === 0) understood.set(place, condition)
      if (isNegated(leaf) && problems.length > 0 && problems.every(isUnknownValue)) valueless.push(place)
      for (const problem of problems) complaints.add(problem)
    }
    // Where a list has no such value, nothing holds it; a value that no list has is a mistake.
    if (understood.size > 0) for (const place of valueless) understood.set(place, matchAll)
    return { understood, complaints: [...complaints] }
  }
}

const isNegated = (leaf: Asked): boolean =>
  leaf.kind === 'compare' ? leaf.operator === '!=' : leaf.kind === 'in' && leaf.isNegated

/** docs/api/queries.md §2.7. */
const isUnknownValue = (problem: string): boolean => /^The value '.*' doesn't exist for the list field '/s.test(problem)

function bindsOf(places: readonly Place[]): (field: FieldId) => Field['bind'] {
  const fields = new Map(places.flatMap(({ tracker }) => [...tracker.fieldById]))
  return (id) => fields.get(id)?.bind ?? null
}

function joined(expression: Expression | null, of: (leaf: Asked) => Spread): Spread {
  if (expression === null) return { kind: 'all', of: [] }
  if (!isJunction(expression)) return of(expression)
  return { kind: expression.kind === 'and' ? 'all' : 'any', of: expression.of.map((each) => joined(each, of)) }
}
