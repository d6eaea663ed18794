import { type Condition, everything, not } from '../condition.ts'
import type { Field } from '../field.ts'
import { choiceNamed, idIn, noId } from './choice-named.ts'
import { functionName, invalidFormat, isContains, unsupported } from './complaints.ts'
import { holdsOneOf, textsIn } from './lists.ts'
import type { Comparison, Criterion, Searched, Searching } from './searching.ts'

/** Lists into which people may type: `b12` of the bind, `o7` typed once, labels of both (docs/api/queries.md §1.4). */
export const byTyping: Searching = {
  needs(asked, field, { logins, openLabels }) {
    for (const text of textsIn(asked)) {
      if (field.bind?.kind === 'users') logins.add(text.toLowerCase())
      const labels = openLabels.get(field.id) ?? new Set()
      openLabels.set(field.id, labels.add(text.toLowerCase()))
    }
  },
  filter(criterion, field, context) {
    if (!isContains(criterion, field, context)) return undefined
    const items = itemsIn(criterion, field, context)
    if (items === undefined) return context.complain(invalidFormat(field))
    return items.bound.length + items.open.length === 0 ? everything : holdsItems(field, items)
  },
  // In Tuleap these lists cannot be compared at all.
  compare(comparison, field, context) {
    const { operator } = comparison
    if (!/^(!?=|in|not in)$/.test(operator)) return context.complain(unsupported(field.name, operator))
    const items = labelled(comparison, field, context)
    if (items === undefined) return undefined
    const holds = items === 'none' ? not(isFilled(field)) : holdsItems(field, items)
    return operator === '=' || operator === 'in' ? holds : not(holds)
  },
}

interface Items {
  readonly bound: readonly number[]
  readonly open: readonly number[]
}

const holdsItems = (field: Field, { bound, open }: Items): Condition => ({
  kind: 'any',
  of: [
    ...(bound.length === 0 ? [] : [holdsOneOf(field, bound)]),
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

/** Ids alone mean values of the bind, or its groups; `b12` and `o7` are only understood within a list. */
function itemsIn({ value }: Criterion, field: Field, { projectId }: Searched): Items | undefined {
  if (value === '') return { bound: [], open: [] }
  const sent: readonly unknown[] = Array.isArray(value) ? value : [value]
  const words = sent.map((each) => (typeof each === 'string' ? each.trim() : `${idIn(each) ?? ''}`))
  const known = Array.isArray(value) ? /^[bo]?\d+$/ : /^\d+$/
  const named = (word: string) => choiceNamed(word, field, projectId)
  if (!words.every((word) => known.test(word) || named(word) !== undefined)) return undefined
  return {
    bound: words
      .filter((word) => !word.startsWith('o'))
      .map((word) => named(word) ?? idIn(word.replace('b', '')) ?? noId),
    open: words.filter((word) => word.startsWith('o')).map((word) => idIn(word.slice(1)) ?? noId),
  }
}

function labelled({ operands }: Comparison, field: Field, context: Searched): Items | 'none' | undefined {
  const bound: number[] = []
  const open: number[] = []
  let unknown: string | undefined
  for (const operand of operands) {
    if (operand.kind === 'myself' && field.bind?.kind === 'users' && context.caller !== null) bound.push(context.caller)
    else if (!('text' in operand))
      return context.complain(`The list field '${field.name}' cannot be compared to ${functionName(operand)}.`)
    else if (operand.text === '' && operands.length === 1) return 'none'
    else {
      const values = [
        boundValues(operand.text, field, context),
        context.openValues(field.id, operand.text.toLowerCase()),
      ] as const
      if (values[0].length + values[1].length === 0) unknown ??= operand.text
      bound.push(...values[0])
      open.push(...values[1])
    }
  }
  if (bound.length + open.length > 0 || unknown === undefined) return { bound, open }
  return context.complain(`The value '${unknown}' doesn't exist for the list field '${field.name}'.`)
}

function boundValues(label: string, field: Field, context: Searched): readonly number[] {
  const lower = label.toLowerCase()
  if (field.bind?.kind === 'users') return [context.userByLogin(label)?.id ?? []].flat()
  if (field.bind?.kind === 'ugroups') return [context.groupLabels(field).get(lower) ?? []].flat()
  return (field.bind?.values ?? []).filter((value) => value.label.toLowerCase() === lower).map(({ id }) => id)
}
