import { message } from '../../kit/messages/message.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Comparison, Criterion, FieldSearch, SearchContext } from '../field-type/field-search.ts'
import { type Condition, matchAll, not } from '../model/condition.ts'
import {
  assertContainsOperator,
  formatFunctionName,
  formatInvalidFormat,
  formatUnsupportedOperator,
} from './error-messages.ts'
import { getTextsToCompare } from './lists.ts'
import { parseFilterId } from './parse-choice.ts'

/** Users set by the system (docs/api/queries.md §1.4, §2.4). */
export const createUserSearch = (of: 'submitted_by' | 'updated_by'): FieldSearch => ({
  collectNeeds: (criterion, _field, { logins }) => {
    for (const text of getTextsToCompare(criterion)) logins.add(text.toLowerCase())
  },
  filter(criterion, field, context) {
    if (!assertContainsOperator(criterion, field, context)) return undefined
    const users = parseUserIds(criterion)
    if (users === undefined) return context.reportProblem(formatInvalidFormat(field))
    return users.length === 0 ? matchAll : { kind: 'by', of, users }
  },
  compare(comparison, field, context) {
    const { operator } = comparison
    if (!/^(!?=|in|not in)$/.test(operator))
      return context.reportProblem(formatUnsupportedOperator(field.name, operator))
    const users = usersOfOperands(comparison, field.name, context)
    if (users === undefined) return undefined
    const isOneOf: Condition = { kind: 'by', of, users }
    return operator === '=' || operator === 'in' ? isOneOf : not(isOneOf)
  },
  order: () => ({ kind: 'user', of }),
})

function parseUserIds({ value }: Criterion): UserId[] | undefined {
  if (value === '') return []
  const ids = (Array.isArray(value) ? value : [value]).map(parseFilterId)
  return ids.every((id) => id !== undefined) ? (ids as UserId[]) : undefined
}

/** Returns the users that the operands name; reports a problem only when none of them is known. */
function usersOfOperands({ operands }: Comparison, name: string, context: SearchContext): UserId[] | undefined {
  const { caller, reportProblem } = context
  const users: UserId[] = []
  let unknownLogin: string | undefined
  for (const operand of operands) {
    if (operand.kind === 'now' || operand.kind === 'open')
      return reportProblem(message`The list field '${name}' cannot be compared to ${formatFunctionName(operand)}.`)
    if (operand.kind === 'myself') {
      if (caller === null)
        return reportProblem(message`The list field '${name}' cannot be compared to MYSELF() for anonymous users.`)
      users.push(caller)
      continue
    }
    if (operand.text === '')
      return reportProblem(
        message`The field '${name}' cannot be compared to the empty string, it can never yield results.`,
      )
    const user = context.userByLogin(operand.text)
    if (user === undefined) unknownLogin ??= operand.text
    else users.push(user.id)
  }
  if (users.length > 0 || unknownLogin === undefined) return users
  return reportProblem(message`Error with the field '${name}'. The user '${unknownLogin}' does not exist.`)
}
