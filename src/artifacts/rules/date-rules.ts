import type { EpochSeconds } from '../../kit/time.ts'
import type { Comparator } from '../../trackers/model/definition.ts'
import type { RuledChange } from './ruled-change.ts'

const holds: { readonly [C in Comparator]: (source: EpochSeconds, target: EpochSeconds) => boolean } = {
  '=': (source, target) => source === target,
  '≠': (source, target) => source !== target,
  '<': (source, target) => source < target,
  '≤': (source, target) => source <= target,
  '>': (source, target) => source > target,
  '≥': (source, target) => source >= target,
}

/**
 * Contract 20 §2.8, 30 §3.16. Two dates are compared once there are two: where one is empty nothing is broken, though
 * the reference may call a field missing.
 */
export function dateRuleProblems({ tracker, values, sent }: RuledChange): string[] {
  return tracker.dateRules.flatMap(({ source, comparator, target }) => {
    if (sent[source] === undefined && sent[target] === undefined) return []
    const from = tracker.fieldById.get(source)
    const to = tracker.fieldById.get(target)
    if (!from?.isUsed || !to?.isUsed) return []
    // fields/field.ts: dates are moments or null.
    const [first, second] = [values[source] ?? null, values[target] ?? null] as (EpochSeconds | null)[]
    if (first == null || second == null || holds[comparator](first, second)) return []
    return [`Error on the tracker #${tracker.id} date value : ${from.label} must be ${comparator} to ${to.label}.`]
  })
}
