import type { Field, StoredValues } from '../../fields/model/field.ts'
import { holdsOpenChoices } from '../../fields/registry/capabilities.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import type { ListRule } from '../../trackers/model/tracker.ts'
import { getChosenValues } from '../model/chosen-values.ts'
import { formatValueLabel } from './format-value-label.ts'
import type { RuleInput } from './rule-input.ts'

/**
 * docs/api/trackers.md §3.8, docs/api/field-values.md §17: every value of a dependent list must be allowed by one value
 * of the list it depends on. "None" is a value like others, with this exception: if no rule names it, a list
 * may be left empty.
 */
export function listRuleProblems({ tracker, values, changed, names }: RuleInput): Message[] {
  const pairs = Map.groupBy(tracker.listRules, ({ source, target }) => `${source} ${target}`)
  return [...pairs.values()].flatMap((rules) => {
    // Map.groupBy creates no empty groups.
    const { source, target } = rules[0] as ListRule
    if (changed[source] === undefined && changed[target] === undefined) return []
    const from = tracker.fieldById.get(source)
    const to = tracker.fieldById.get(target)
    if (!from?.isUsed || !to?.isUsed) return []
    // Rules of fields that are no lists (model/chosen-values.ts).
    if ([from, to].some((each) => each.bind === null || holdsOpenChoices(each))) return []
    const chosen = chosenIn(values, source)
    const wrong = chosenIn(values, target).filter((value) => !isAllowed(value, chosen, rules))
    if (wrong.length === 0) return []
    const labelsOf = (field: Field, ids: readonly number[]): string =>
      ids.map((id) => formatValueLabel(field, id, names)).join(', ')
    const { name, id } = tracker
    return [
      message`Global rules are not respected in tracker ${name} (#${id}) - ${from.label}(${labelsOf(from, chosen)}) -> ${to.label}(${labelsOf(to, wrong)})`,
    ]
  })
}

function isAllowed(value: number, chosen: readonly number[], rules: readonly ListRule[]): boolean {
  if (value === NO_VALUE && rules.every(({ targetValue }) => targetValue !== NO_VALUE)) return true
  return rules.some((rule) => rule.targetValue === value && chosen.includes(rule.sourceValue))
}

/** fields/model/field.ts: ids of list values, empty for "None"; open lists depend on nothing and nothing on them. */
function chosenIn(values: StoredValues, field: number): readonly number[] {
  const chosen = getChosenValues(values, field)
  return chosen.length === 0 ? [NO_VALUE] : chosen
}
