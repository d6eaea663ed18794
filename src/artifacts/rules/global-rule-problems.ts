import type { Field, StoredValues } from '../../fields/model/field.ts'
import type { Message } from '../../kit/messages/message.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { createFieldNaming, getFieldRights } from '../../trackers/policy.ts'
import { ruleEntries } from '../../trackers/rules/registry.ts'
import { formatValueLabel, type NameLookup } from './format-value-label.ts'

/** A change of one artifact, for rules about its values. */
interface RuleInput {
  readonly tracker: Tracker
  readonly caller: Caller
  /** All values of the artifact after the change. */
  readonly values: StoredValues
  /** Values that the user and the workflow change: rules about other fields do not apply. */
  readonly changed: StoredValues
  /** For messages; without them users and groups appear as ids. */
  readonly names?: NameLookup
}

/** docs/api/field-values.md §17: date rules and list dependencies, in sentences without level and line end. */
export function checkGlobalRules({ names, caller, ...change }: RuleInput): Message[] {
  const { tracker } = change
  const { canRead } = getFieldRights(caller, tracker)
  const named = createFieldNaming(caller, tracker)
  // A field that the caller cannot read may be the other one of a rule: its values stay hidden, too.
  const labelsOf = (field: Field, values: readonly number[]): string =>
    canRead(field) ? values.map((value) => formatValueLabel(field, value, names)).join(', ') : '…'
  return ruleEntries.flatMap(([name, { findProblems }]) =>
    findProblems(tracker.rules[name], { ...change, named, labelsOf }),
  )
}
