import { message } from '../../kit/messages/message.ts'
import type { Comparison, Criterion, FieldSearch, SearchContext } from '../field-type/field-search.ts'
import { type Condition, matchAll, not } from '../model/condition.ts'
import type { Field } from '../model/field.ts'
import {
  assertContainsOperator,
  formatFunctionName,
  formatInvalidFormat,
  formatUnknownValue,
  formatUnsupportedOperator,
} from './error-messages.ts'
import { buildHoldsOneOf, getTextsToCompare, isGroupReference } from './lists.ts'
import { parseChoice, parseFilterId, unmatchableId } from './parse-choice.ts'

/** Lists with new values: `b12` of the bind, `o7` added by a user, labels of both (docs/api/queries.md §1.4). */
export const openListSearch: FieldSearch = {
  collectNeeds(criterion, field, { logins, openLabels }) {
    for (const text of getTextsToCompare(criterion)) {
      if (field.bind?.kind === 'users') logins.add(text.toLowerCase())
      const labels = openLabels.get(field.id) ?? new Set()
      openLabels.set(field.id, labels.add(text.toLowerCase()))
    }
  },
  filter(criterion, field, context) {
    if (!assertContainsOperator(criterion, field, context)) return undefined
    const items = parseItems(criterion, field, context)
    if (items === undefined) return context.reportProblem(formatInvalidFormat(field))
    return items.bind.length + items.open.length === 0 ? matchAll : holdsOneOfItems(field, items)
  },
  // Tuleap cannot compare these lists at all.
  compare(comparison, field, context) {
    const { operator } = comparison
    if (!/^(!?=|in|not in)$/.test(operator))
      return context.reportProblem(formatUnsupportedOperator(field.name, operator))
    const items = itemsWithLabels(comparison, field, context)
    if (items === undefined) return undefined
    const holds = items === 'none' ? not(isFilled(field)) : holdsOneOfItems(field, items)
    return operator === '=' || operator === 'in' ? holds : not(holds)
  },
}

interface ItemIds {
  readonly bind: readonly number[]
  readonly open: readonly number[]
}

const holdsOneOfItems = (field: Field, { bind, open }: ItemIds): Condition => ({
  kind: 'any',
  of: [
    ...(bind.length === 0 ? [] : [buildHoldsOneOf(field, bind)]),
    ...(open.length === 0 ? [] : [{ kind: 'holds', field: field.id, family: 'open', values: open } as const]),
  ],
})

const isFilled = ({ id: field }: Field): Condition => ({
  kind: 'any',
  of: [
    { kind: 'holds', field, family: 'list', values: null },
    { kind: 'holds', field, family: 'open', values: null },
  ],
})

/** A single id is a bind value or a group; `b12` and `o7` are only accepted in a list. */
function parseItems({ value }: Criterion, field: Field, { projectId }: SearchContext): ItemIds | undefined {
  if (value === '') return { bind: [], open: [] }
  const inputs: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = inputs.map((each) => (typeof each === 'string' ? each.trim() : `${parseFilterId(each) ?? ''}`))
  const validId = Array.isArray(value) ? /^[bo]?\d+$/ : /^\d+$/
  const choiceOf = (text: string) => parseChoice(text, field, projectId)
  // A group that the list does not offer is as unknown as an id that no value has: nothing matches it.
  const isKnown = (text: string) => validId.test(text) || choiceOf(text) !== undefined || isGroupReference(field, text)
  if (!texts.every(isKnown)) return undefined
  return {
    bind: texts
      .filter((text) => !text.startsWith('o'))
      .map((text) => choiceOf(text) ?? parseFilterId(text.replace('b', '')) ?? unmatchableId),
    open: texts.filter((text) => text.startsWith('o')).map((text) => parseFilterId(text.slice(1)) ?? unmatchableId),
  }
}

function itemsWithLabels({ operands }: Comparison, field: Field, context: SearchContext): ItemIds | 'none' | undefined {
  const bind: number[] = []
  const open: number[] = []
  let unknown: string | undefined
  for (const operand of operands) {
    if (operand.kind === 'myself' && field.bind?.kind === 'users' && context.caller !== null) bind.push(context.caller)
    else if (!('text' in operand))
      return context.reportProblem(
        message`The list field '${field.name}' cannot be compared to ${formatFunctionName(operand)}.`,
      )
    else if (operand.text === '' && operands.length === 1) return 'none'
    else {
      const values = [
        findBindValues(operand.text, field, context),
        context.openValues(field.id, operand.text.toLowerCase()),
      ] as const
      if (values[0].length + values[1].length === 0) unknown ??= operand.text
      bind.push(...values[0])
      open.push(...values[1])
    }
  }
  if (bind.length + open.length > 0 || unknown === undefined) return { bind, open }
  return context.reportProblem(formatUnknownValue(unknown, field.name))
}

function findBindValues(label: string, field: Field, context: SearchContext): readonly number[] {
  const lower = label.toLowerCase()
  if (field.bind?.kind === 'users') return [context.userByLogin(label)?.id ?? []].flat()
  if (field.bind?.kind === 'ugroups') return [context.groupLabels(field).get(lower) ?? []].flat()
  return (field.bind?.values ?? []).filter((value) => value.label.toLowerCase() === lower).map(({ id }) => id)
}
