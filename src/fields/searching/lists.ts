import { NO_VALUE, type UserId } from '../../kit/ids.ts'
import { inOrder } from '../binds/static.ts'
import { type Condition, everything, not } from '../condition.ts'
import type { Field } from '../field.ts'
import { isGroupId } from '../taking/group.ts'
import { choiceNamed, noId } from './choice-named.ts'
import { functionName, invalidFormat, isContains, nameOf, unsupported } from './complaints.ts'
import type { Comparison, Criterion, Operand, Searched, Searching } from './searching.ts'

/**
 * Lists in which one chooses: by ids in a filter, by labels and logins in a comparison (docs/api/queries.md §1.4,
 * §2.4).
 */
export const byChoice: Searching = {
  needs: (asked, field, { logins }) => {
    if (field.bind?.kind === 'users') for (const text of textsIn(asked)) logins.add(text.toLowerCase())
  },
  filter(criterion, field, context) {
    if (!isContains(criterion, field, context)) return undefined
    const ids = idsIn(criterion, field, context)
    if (ids === undefined) return undefined
    return isUnset(criterion) ? everything : holdsOneOf(field, ids)
  },
  compare(comparison, field, context) {
    const { operator } = comparison
    if (!/^(!?=|in|not in)$/.test(operator)) return context.complain(unsupported(field.name, operator))
    const found = choicesOf(comparison, field, context)
    if (found === undefined) return undefined
    const holds = holdsOneOf(field, found)
    return operator === '=' || operator === 'in' ? holds : not(holds)
  },
  order: ({ id: field, bind }) =>
    bind?.kind === 'users' ? { kind: 'people', field } : { kind: 'choice', field, values: shownValues(bind) },
}

function shownValues(bind: Field['bind']): readonly number[] {
  const values = bind?.kind === 'static' ? inOrder(bind) : bind?.kind === 'ugroups' ? bind.values : []
  return values.map(({ id }) => id)
}

/** Texts of a comparison; none of a criterion, which speaks of ids. */
export const textsIn = (asked: Criterion | Comparison): readonly string[] =>
  'operands' in asked ? asked.operands.flatMap((each) => ('text' in each ? [each.text] : [])) : []

/** Bind value ids; "None" among them is the lack of any. */
export function holdsOneOf({ id: field }: Field, ids: readonly number[]): Condition {
  const values = ids.filter((id) => id !== NO_VALUE)
  const holds: Condition = { kind: 'holds', field, family: 'list', values }
  if (values.length === ids.length) return holds
  const isEmpty = not({ kind: 'holds', field, family: 'list', values: null })
  return values.length === 0 ? isEmpty : { kind: 'any', of: [holds, isEmpty] }
}

/** Forms send what was left empty. */
const isUnset = ({ value }: Pick<Criterion, 'value'>): boolean =>
  [value].flat().length === 0 || ([value].flat().length === 1 && [value].flat()[0] === '')

function idsIn({ value }: Criterion, field: Field, context: Searched): readonly number[] | undefined {
  if (isUnset({ value })) return []
  const sent = Array.isArray(value) ? value : [value]
  const ids: number[] = []
  for (const each of sent) {
    const id = choiceNamed(each, field, context.projectId)
    // A group that the list does not offer is as unknown as an id that no value has: nothing holds it.
    if (id === undefined && !isGroup(field, each)) return context.complain(invalidFormat(field))
    ids.push(id ?? noId)
  }
  return ids
}

const isGroup = ({ bind }: Field, sent: unknown): boolean =>
  bind?.kind === 'ugroups' && typeof sent === 'string' && isGroupId(sent)

/** What all of the operands name; complains only when none of them is known. */
function choicesOf({ operator, operands }: Comparison, field: Field, context: Searched): number[] | undefined {
  const found: number[] = []
  let unknown: string | undefined
  for (const operand of operands) {
    if (operand.kind === 'text' && operand.text === '' && operator !== '=' && operator !== '!=')
      return context.complain(
        `The list field '${field.name}' cannot be compared to the empty string with ${nameOf(operator)} operator.`,
      )
    const chosen = choiceOf(operand, field, context)
    if (chosen === undefined) return undefined
    if (chosen.length === 0 && 'text' in operand) unknown ??= operand.text
    found.push(...chosen)
  }
  if (found.length > 0 || unknown === undefined) return found
  return context.complain(`The value '${unknown}' doesn't exist for the list field '${field.name}'.`)
}

/** None: it is no value of the list. */
function choiceOf(operand: Operand, field: Field, context: Searched): readonly number[] | undefined {
  if (operand.kind === 'myself') return ownChoice(field, context)
  if (operand.kind === 'now' || operand.kind === 'open')
    return context.complain(`The list field '${field.name}' cannot be compared to ${functionName(operand)}.`)
  const label = operand.text.toLowerCase()
  if (label === '') return [NO_VALUE]
  if (field.bind?.kind === 'users') return asList(context.userByLogin(operand.text)?.id)
  if (field.bind?.kind === 'ugroups') return asList(context.groupLabels(field).get(label))
  return (field.bind?.values ?? []).filter((value) => value.label.toLowerCase() === label).map(({ id }) => id)
}

const asList = (id: number | undefined): readonly number[] => (id === undefined ? [] : [id])

function ownChoice(field: Field, { caller, complain }: Searched): readonly UserId[] | undefined {
  if (field.bind?.kind !== 'users') return complain(`The list field '${field.name}' cannot be compared to MYSELF().`)
  if (caller !== null) return [caller]
  return complain(`The list field '${field.name}' cannot be compared to MYSELF() for anonymous users.`)
}
