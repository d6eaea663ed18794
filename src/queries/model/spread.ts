import type { Condition, FieldCondition, RelationCondition, SystemCondition } from '../../fields/condition.ts'
import type { Bind } from '../../fields/field.ts'
import type { FieldId, TrackerId } from '../../kit/ids.ts'

/**
 * What artifacts of several trackers must be like. What is asked in the same words of each of them is one condition on
 * all of their fields: its size follows from the question, not from the number of trackers.
 */
export type Spread =
  /** Without members: every artifact. */
  | { readonly kind: 'all'; readonly of: readonly Spread[] }
  /** Without members: none. */
  | { readonly kind: 'any'; readonly of: readonly Spread[] }
  | { readonly kind: 'not'; readonly of: Spread }
  | { readonly kind: 'in-trackers'; readonly trackers: readonly TrackerId[] }
  /** The condition holds for one of these fields, whichever it names itself. */
  | { readonly kind: 'of-fields'; readonly fields: readonly FieldId[]; readonly condition: FieldCondition }
  | { readonly kind: 'own'; readonly condition: SystemCondition | RelationCondition }

/** What a question means in one tracker. */
export interface Meaning {
  readonly tracker: TrackerId
  readonly condition: Condition
}

/** The artifacts of each tracker that its own meaning of a question is true of; those of other trackers are not. */
export function spreadOf(meanings: readonly Meaning[], bindOf: (field: FieldId) => Bind | null): Spread {
  const possible = meanings.filter(({ condition }) => !isNever(condition))
  const alike = Map.groupBy(possible, ({ condition }) => JSON.stringify(shapeOf(condition, bindOf)))
  const of = [...alike.values()].map((group): Spread => {
    const here: Spread = { kind: 'in-trackers', trackers: group.map(({ tracker }) => tracker) }
    const merged = mergedOf(group.map(({ condition }) => condition))
    return merged.kind === 'all' && merged.of.length === 0 ? here : { kind: 'all', of: [here, merged] }
  })
  return { kind: 'any', of }
}

const isNever = ({ kind, ...rest }: Condition): boolean =>
  kind === 'any' && 'of' in rest && Array.isArray(rest.of) && rest.of.length === 0

/** The same for conditions that differ in their fields alone, and in values that belong to one field each. */
function shapeOf(condition: Condition, bindOf: (field: FieldId) => Bind | null): unknown {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return [condition.kind, condition.of.map((each) => shapeOf(each, bindOf))]
    case 'not':
      return [condition.kind, shapeOf(condition.of, bindOf)]
    case 'holds': {
      const { family, values } = condition
      const bind = family === 'open' ? 'open' : bindOf(condition.field)?.kind
      // People are values of many lists.
      const isOwn = values !== null && (bind === 'open' || bind === 'static' || bind === 'ugroups')
      return [condition.kind, bind, isOwn ? 'own values' : values]
    }
    case 'within':
      return [condition.kind, condition.family, condition.range]
    case 'contains':
    case 'file':
      return [condition.kind, condition.text]
    case 'matches':
      return [condition.kind, condition.family, condition.pattern]
    default:
      return condition
  }
}

/** One for all of them; they have the same shape. */
function mergedOf(conditions: readonly Condition[]): Spread {
  const [first] = conditions
  if (first === undefined) return { kind: 'any', of: [] }
  switch (first.kind) {
    case 'all':
    case 'any':
      return {
        kind: first.kind,
        of: first.of.map((_, index) =>
          mergedOf(conditions.flatMap((each) => ('of' in each && Array.isArray(each.of) ? [each.of[index]] : []))),
        ),
      }
    case 'not':
      return { kind: 'not', of: mergedOf(conditions.flatMap((each) => (each.kind === 'not' ? [each.of] : []))) }
    case 'holds':
      return { kind: 'of-fields', fields: fieldsOf(conditions), condition: { ...first, values: valuesOf(conditions) } }
    case 'within':
    case 'contains':
    case 'matches':
    case 'file':
      return { kind: 'of-fields', fields: fieldsOf(conditions), condition: first }
    default:
      return { kind: 'own', condition: first }
  }
}

const fieldsOf = (conditions: readonly Condition[]): FieldId[] => [
  ...new Set(conditions.flatMap((each) => ('field' in each ? [each.field] : []))),
]

function valuesOf(conditions: readonly Condition[]): number[] | null {
  const values = conditions.map((each) => (each.kind === 'holds' ? each.values : null))
  return values.includes(null) ? null : [...new Set(values.flatMap((each) => each ?? []))]
}

/** How many conditions it is made of. */
export function sizeOf(spread: Spread): number {
  if (spread.kind === 'all' || spread.kind === 'any') return spread.of.reduce((sum, each) => sum + sizeOf(each), 1)
  return spread.kind === 'not' ? 1 + sizeOf(spread.of) : 1
}
