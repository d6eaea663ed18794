import { dateRuleProblems } from './date-rules.ts'
import { listRuleProblems } from './list-rules.ts'
import type { RuledChange } from './ruled-change.ts'

/** docs/api/field-values.md §17: date rules and list dependencies, in sentences without level and line end. */
export const globalRuleProblems = (change: RuledChange): string[] => [
  ...dateRuleProblems(change),
  ...listRuleProblems(change),
]
