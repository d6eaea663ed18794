import { message } from '../../kit/messages/message.ts'
import { NO_VALUE, type UserId } from '../../kit/values/ids.ts'
import { isGroupId } from '../binds/group.ts'
import { sortValues } from '../binds/static.ts'
import type { Comparison, Criterion, FieldSearch, Operand, SearchContext } from '../field-type/field-search.ts'
import { type Condition, matchAll, not } from '../model/condition.ts'
import type { Field } from '../model/field.ts'
import {
  assertContainsOperator,
  formatEmptyStringNotComparable,
  formatFunctionName,
  formatInvalidFormat,
  formatUnknownValue,
  formatUnsupportedOperator,
} from './error-messages.ts'
import { parseChoice, unmatchableId } from './parse-choice.ts'

/**
 * Lists in which one chooses: by ids in a filter, by labels and logins in a comparison (docs/api/queries.md §1.4,
 * §2.4).
 */
export const listSearch: FieldSearch = {
  collectNeeds: (criterion, field, { logins }) => {
    if (field.bind?.kind === 'users') for (const text of getTextsToCompare(criterion)) logins.add(text.toLowerCase())
  },
  filter(criterion, field, context) {
    if (!assertContainsOperator(criterion, field, context)) return undefined
    const ids = parseIds(criterion, field, context)
    if (ids === undefined) return undefined
    return isUnset(criterion) ? matchAll : buildHoldsOneOf(field, ids)
  },
  compare(comparison, field, context) {
    const { operator } = comparison
    if (!/^(!?=|in|not in)$/.test(operator))
      return context.reportProblem(formatUnsupportedOperator(field.name, operator))
    const chosen = choicesOfOperands(comparison, field, context)
    if (chosen === undefined) return undefined
    const holds = buildHoldsOneOf(field, chosen)
    return operator === '=' || operator === 'in' ? holds : not(holds)
  },
  order: ({ id: field, bind }) =>
    bind?.kind === 'users' ? { kind: 'users', field } : { kind: 'choice', field, values: sortedValueIds(bind) },
}

function sortedValueIds(bind: Field['bind']): readonly number[] {
  const values = bind?.kind === 'static' ? sortValues(bind) : bind?.kind === 'ugroups' ? bind.values : []
  return values.map(({ id }) => id)
}

/** Returns the texts of a comparison; none of a criterion, which contains ids. */
export const getTextsToCompare = (criterion: Criterion | Comparison): readonly string[] =>
  'operands' in criterion ? criterion.operands.flatMap((each) => ('text' in each ? [each.text] : [])) : []

/** Bind value ids; "None" among them is the lack of any. */
export function buildHoldsOneOf({ id: field }: Field, ids: readonly number[]): Condition {
  const values = ids.filter((id) => id !== NO_VALUE)
  const holds: Condition = { kind: 'holds', field, family: 'list', values }
  if (values.length === ids.length) return holds
  const isEmpty = not({ kind: 'holds', field, family: 'list', values: null })
  return values.length === 0 ? isEmpty : { kind: 'any', of: [holds, isEmpty] }
}

/** Forms send what was left empty. */
const isUnset = ({ value }: Pick<Criterion, 'value'>): boolean =>
  [value].flat().length === 0 || ([value].flat().length === 1 && [value].flat()[0] === '')

function parseIds({ value }: Criterion, field: Field, context: SearchContext): readonly number[] | undefined {
  if (isUnset({ value })) return []
  const inputs = Array.isArray(value) ? value : [value]
  const ids: number[] = []
  for (const each of inputs) {
    const id = parseChoice(each, field, context.projectId)
    // A group that the list does not offer is treated as an unknown id: no artifact has it.
    if (id === undefined && !isGroupReference(field, each)) return context.reportProblem(formatInvalidFormat(field))
    ids.push(id ?? unmatchableId)
  }
  return ids
}

/** Whether a filter names a group by its id, whether or not the list offers that group. */
export const isGroupReference = ({ bind }: Field, input: unknown): boolean =>
  bind?.kind === 'ugroups' && typeof input === 'string' && isGroupId(input)

/** Returns the values that the operands name; reports a problem only when none of them is known. */
function choicesOfOperands(
  { operator, operands }: Comparison,
  field: Field,
  context: SearchContext,
): number[] | undefined {
  const ids: number[] = []
  let unknownText: string | undefined
  for (const operand of operands) {
    if (operand.kind === 'text' && operand.text === '' && operator !== '=' && operator !== '!=')
      return context.reportProblem(formatEmptyStringNotComparable('list', field.name, operator))
    const chosen = choiceOf(operand, field, context)
    if (chosen === undefined) return undefined
    if (chosen.length === 0 && 'text' in operand) unknownText ??= operand.text
    ids.push(...chosen)
  }
  if (ids.length > 0 || unknownText === undefined) return ids
  return context.reportProblem(formatUnknownValue(unknownText, field.name))
}

/** None: it is not a value of the list. */
function choiceOf(operand: Operand, field: Field, context: SearchContext): readonly number[] | undefined {
  if (operand.kind === 'myself') return choiceOfCaller(field, context)
  if (operand.kind === 'now' || operand.kind === 'open')
    return context.reportProblem(
      message`The list field '${field.name}' cannot be compared to ${formatFunctionName(operand)}.`,
    )
  const label = operand.text.toLowerCase()
  if (label === '') return [NO_VALUE]
  if (field.bind?.kind === 'users') return toArray(context.userByLogin(operand.text)?.id)
  if (field.bind?.kind === 'ugroups') return toArray(context.groupLabels(field).get(label))
  return (field.bind?.values ?? []).filter((value) => value.label.toLowerCase() === label).map(({ id }) => id)
}

const toArray = (id: number | undefined): readonly number[] => (id === undefined ? [] : [id])

function choiceOfCaller(field: Field, { caller, reportProblem }: SearchContext): readonly UserId[] | undefined {
  if (field.bind?.kind !== 'users')
    return reportProblem(message`The list field '${field.name}' cannot be compared to MYSELF().`)
  if (caller !== null) return [caller]
  return reportProblem(message`The list field '${field.name}' cannot be compared to MYSELF() for anonymous users.`)
}
