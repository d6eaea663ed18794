import type { StoredValues } from '../../fields/field.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { dateRuleProblems } from './date-rules.ts'
import type { Names } from './label-of.ts'
import { listRuleProblems } from './list-rules.ts'

export interface RuledChange {
  readonly tracker: Tracker
  /** All values the artifact will have. */
  readonly values: StoredValues
  /** What the change sets, by hand and by the workflow: rules about anything else are left alone. */
  readonly sent: StoredValues
  /** For messages; without them groups and people are named by their ids. */
  readonly names?: Names
}

/** Contract 30 §3.16: date rules and list dependencies, in sentences without level and line end. */
export const globalRuleProblems = (change: RuledChange): string[] => [
  ...dateRuleProblems(change),
  ...listRuleProblems(change),
]
