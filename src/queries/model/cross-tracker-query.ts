import type { Condition, FieldCondition, RelationCondition, SystemCondition } from '../../fields/model/condition.ts'
import type { Bind } from '../../fields/model/field.ts'
import type { FieldId, TrackerId } from '../../kit/values/ids.ts'

/**
 * Condition on artifacts of several trackers. The same condition in several trackers is one condition on all of their
 * fields: its size depends on the query, not on the number of trackers.
 */
export type CrossTrackerCondition =
  /** Without members: every artifact. */
  | { readonly kind: 'all'; readonly of: readonly CrossTrackerCondition[] }
  /** Without members: none. */
  | { readonly kind: 'any'; readonly of: readonly CrossTrackerCondition[] }
  | { readonly kind: 'not'; readonly of: CrossTrackerCondition }
  | { readonly kind: 'in-trackers'; readonly trackers: readonly TrackerId[] }
  /** The condition applies to these fields instead of its own. */
  | { readonly kind: 'of-fields'; readonly fields: readonly FieldId[]; readonly condition: FieldCondition }
  | { readonly kind: 'own'; readonly condition: SystemCondition | RelationCondition }

/** The condition of a query in one tracker. */
export interface TrackerCondition {
  readonly tracker: TrackerId
  readonly condition: Condition
}

/** The artifacts of each tracker that its own meaning of a question is true of; those of other trackers are not. */
export function mergeConditions(
  conditions: readonly TrackerCondition[],
  bindOf: (field: FieldId) => Bind | null,
): CrossTrackerCondition {
  const matchable = conditions.filter(({ condition }) => !isNever(condition))
  const byShape = Map.groupBy(matchable, ({ condition }) => JSON.stringify(shapeOf(condition, bindOf)))
  const of = [...byShape.values()].map((group): CrossTrackerCondition => {
    const inTrackers: CrossTrackerCondition = { kind: 'in-trackers', trackers: group.map(({ tracker }) => tracker) }
    const merged = mergeSameShape(group.map(({ condition }) => condition))
    return merged.kind === 'all' && merged.of.length === 0 ? inTrackers : { kind: 'all', of: [inTrackers, merged] }
  })
  return { kind: 'any', of }
}

const isNever = ({ kind, ...rest }: Condition): boolean =>
  kind === 'any' && 'of' in rest && Array.isArray(rest.of) && rest.of.length === 0

/**
 * Returns the same shape for conditions that differ only in their fields, and in values that belong to one field each.
 */
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
      // Users are values of many lists.
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

/** Merges conditions of the same shape. */
function mergeSameShape(conditions: readonly Condition[]): CrossTrackerCondition {
  const [first] = conditions
  if (first === undefined) return { kind: 'any', of: [] }
  switch (first.kind) {
    case 'all':
    case 'any':
      return {
        kind: first.kind,
        of: first.of.map((_, index) =>
          mergeSameShape(
            conditions.flatMap((each) => ('of' in each && Array.isArray(each.of) ? [each.of[index]] : [])),
          ),
        ),
      }
    case 'not':
      return { kind: 'not', of: mergeSameShape(conditions.flatMap((each) => (each.kind === 'not' ? [each.of] : []))) }
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

/** Counts the nodes of a condition. */
export function countConditions(condition: CrossTrackerCondition): number {
  if (condition.kind === 'all' || condition.kind === 'any')
    return condition.of.reduce((sum, each) => sum + countConditions(each), 1)
  return condition.kind === 'not' ? 1 + countConditions(condition.of) : 1
}
