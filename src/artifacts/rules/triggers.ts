import type { StoredValues } from '../../fields/model/field.ts'
import type { BindValueId } from '../../kit/values/ids.ts'
import type { Tracker, TriggerRule } from '../../trackers/model/tracker.ts'

/** A child of a parent, with its tracker. */
export interface Child {
  readonly tracker: Pick<Tracker, 'fieldById'>
  readonly values: StoredValues
}

type TriggerValue = TriggerRule['triggers'][number]

/**
 * docs/api/archive-format.md §2.1: returns whether the children of a parent satisfy a rule. `all_of` requires all
 * children of the trackers that the rule names; children of other trackers do not count.
 */
export function isTriggered({ condition, triggers }: TriggerRule, children: readonly Child[]): boolean {
  const results = children.flatMap(({ tracker, values }) => {
    const own = triggers.filter(({ field }) => tracker.fieldById.has(field))
    return own.length === 0 ? [] : own.some((trigger) => holdsValue(values, trigger))
  })
  return condition === 'at_least_one' ? results.some(Boolean) : results.length > 0 && results.every(Boolean)
}

/** Returns the rules that have one of the changed values as a trigger. */
export const findTriggeredRules = (rules: readonly TriggerRule[], changed: StoredValues): TriggerRule[] =>
  rules.filter(({ triggers }) => triggers.some((trigger) => holdsValue(changed, trigger)))

// fields/model/field.ts: ids of list values.
const holdsValue = (values: StoredValues, { field, value }: TriggerValue): boolean =>
  ((values[field] ?? []) as readonly BindValueId[]).includes(value)
