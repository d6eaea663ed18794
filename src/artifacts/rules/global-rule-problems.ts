import type { StoredValues } from '../../fields/model/field.ts'
import type { Message } from '../../kit/messages/message.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { ruleEntries } from '../../trackers/rules/registry.ts'
import { formatValueLabel, type NameLookup } from './format-value-label.ts'

/** A change of one artifact, for rules about its values. */
interface RuleInput {
  readonly tracker: Tracker
  /** All values of the artifact after the change. */
  readonly values: StoredValues
  /** Values that the user and the workflow change: rules about other fields do not apply. */
  readonly changed: StoredValues
  /** For messages; without them users and groups appear as ids. */
  readonly names?: NameLookup
}

/** docs/api/field-values.md §17: date rules and list dependencies, in sentences without level and line end. */
export const checkGlobalRules = ({ names, ...change }: RuleInput): Message[] =>
  ruleEntries.flatMap(([name, { findProblems }]) =>
    findProblems(change.tracker.rules[name], {
      ...change,
      labelOf: (field, value) => formatValueLabel(field, value, names),
    }),
  )
