import type { Message } from '../../kit/messages/message.ts'
import { checkDateRules } from './date-rules.ts'
import { listRuleProblems } from './list-rules.ts'
import type { RuleInput } from './rule-input.ts'

/** docs/api/field-values.md §17: date rules and list dependencies, in sentences without level and line end. */
export const checkGlobalRules = (change: RuleInput): Message[] => [
  ...checkDateRules(change),
  ...listRuleProblems(change),
]
