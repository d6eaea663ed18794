import type { EpochSeconds } from '../../kit/time.ts'
import type { Comparator } from '../../trackers/model/definition.ts'
import type { RuleInput } from './rule-input.ts'

const holds: { readonly [C in Comparator]: (source: EpochSeconds, target: EpochSeconds) => boolean } = {
  '=': (source, target) => source === target,
  '≠': (source, target) => source !== target,
  '<': (source, target) => source < target,
  '≤': (source, target) => source <= target,
  '>': (source, target) => source > target,
  '≥': (source, target) => source >= target,
}

/**
 * docs/api/trackers.md §3.8, docs/api/field-values.md §17. A rule applies only if both dates are set, although Tuleap
 * may report a missing field.
 */
export function checkDateRules({ tracker, values, changed }: RuleInput): string[] {
  return tracker.dateRules.flatMap(({ source, comparator, target }) => {
    if (changed[source] === undefined && changed[target] === undefined) return []
    const from = tracker.fieldById.get(source)
    const to = tracker.fieldById.get(target)
    if (!from?.isUsed || !to?.isUsed) return []
    // fields/field.ts: dates are moments or null.
    const [first, second] = [values[source] ?? null, values[target] ?? null] as (EpochSeconds | null)[]
    if (first == null || second == null || holds[comparator](first, second)) return []
    return [`Error on the tracker #${tracker.id} date value : ${from.label} must be ${comparator} to ${to.label}.`]
  })
}
