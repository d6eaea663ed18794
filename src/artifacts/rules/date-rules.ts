import { type Message, message } from '../../kit/messages/message.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
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

type DescribeViolation = (tracker: number, from: string, to: string) => Message

const describeViolation: { readonly [C in Comparator]: DescribeViolation } = {
  '=': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be = to ${to}.`,
  '≠': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be ≠ to ${to}.`,
  '<': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be < to ${to}.`,
  '≤': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be ≤ to ${to}.`,
  '>': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be > to ${to}.`,
  '≥': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be ≥ to ${to}.`,
}

/**
 * docs/api/trackers.md §3.8, docs/api/field-values.md §17. A rule applies only if both dates are set, although Tuleap
 * may report a missing field.
 */
export function checkDateRules({ tracker, values, changed }: RuleInput): Message[] {
  return tracker.dateRules.flatMap(({ source, comparator, target }) => {
    if (changed[source] === undefined && changed[target] === undefined) return []
    const from = tracker.fieldById.get(source)
    const to = tracker.fieldById.get(target)
    if (!from?.isUsed || !to?.isUsed) return []
    // fields/model/field.ts: dates are moments or null.
    const [first, second] = [values[source] ?? null, values[target] ?? null] as (EpochSeconds | null)[]
    if (first == null || second == null || holds[comparator](first, second)) return []
    return [describeViolation[comparator](tracker.id, from.label, to.label)]
  })
}
