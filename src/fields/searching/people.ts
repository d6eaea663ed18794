import type { UserId } from '../../kit/ids.ts'
import { type Condition, everything, not } from '../condition.ts'
import { idIn } from './choice-named.ts'
import { functionName, invalidFormat, isContains, unsupported } from './complaints.ts'
import { textsIn } from './lists.ts'
import type { Comparison, Criterion, Searched, Searching } from './searching.ts'

/** Whom the product noted by itself (docs/api/queries.md §1.4, §2.4). */
export const byPerson = (of: 'submitted_by' | 'updated_by'): Searching => ({
  needs: (asked, _field, { logins }) => {
    for (const text of textsIn(asked)) logins.add(text.toLowerCase())
  },
  filter(criterion, field, context) {
    if (!isContains(criterion, field, context)) return undefined
    const people = idsIn(criterion)
    if (people === undefined) return context.complain(invalidFormat(field))
    return people.length === 0 ? everything : { kind: 'by', of, people }
  },
  compare(comparison, field, context) {
    const { operator } = comparison
    if (!/^(!?=|in|not in)$/.test(operator)) return context.complain(unsupported(field.name, operator))
    const people = peopleIn(comparison, field.name, context)
    if (people === undefined) return undefined
    const isOne: Condition = { kind: 'by', of, people }
    return operator === '=' || operator === 'in' ? isOne : not(isOne)
  },
  order: () => ({ kind: 'person', of }),
})

function idsIn({ value }: Criterion): UserId[] | undefined {
  if (value === '') return []
  const ids = (Array.isArray(value) ? value : [value]).map(idIn)
  return ids.every((id) => id !== undefined) ? (ids as UserId[]) : undefined
}

function peopleIn({ operands }: Comparison, name: string, context: Searched): UserId[] | undefined {
  const { caller, complain } = context
  const people: UserId[] = []
  for (const operand of operands) {
    if (operand.kind === 'now' || operand.kind === 'open')
      return complain(`The list field '${name}' cannot be compared to ${functionName(operand)}.`)
    if (operand.kind === 'myself') {
      if (caller === null)
        return complain(`The list field '${name}' cannot be compared to MYSELF() for anonymous users.`)
      people.push(caller)
      continue
    }
    if (operand.text === '')
      return complain(`The field '${name}' cannot be compared to the empty string, it can never yield results.`)
    const user = context.userByLogin(operand.text)
    if (user === undefined)
      return complain(`Error with the field '${name}'. The user '${operand.text}' does not exist.`)
    people.push(user.id)
  }
  return people
}
