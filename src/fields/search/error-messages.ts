import { type Message, message } from '../../kit/messages/message.ts'
import type { Comparison, ComparisonOperator, Criterion, Operand, SearchContext } from '../field-type/field-search.ts'
import type { Field } from '../model/field.ts'

/**
 * Whether the operator is `contains`, the only one of most fields (docs/api/queries.md §1.4); reports a problem if not.
 */
export function assertContainsOperator(
  { operator }: Criterion,
  field: Field,
  { reportProblem }: SearchContext,
): boolean {
  if (operator === 'contains') return true
  reportProblem(
    message`Unallowed operator for criterion field '${field.name}' (${field.id}). Allowed operators: [contains]`,
  )
  return false
}

export const formatInvalidValue = ({ name }: Field): Message => message`Invalid value for field "${name}"`

export const formatInvalidFormat = ({ name, id }: Field): Message =>
  message`Invalid format for criterion field '${name}' (${id})`

/** docs/api/queries.md §2.7. */
const operatorNames: Readonly<Record<ComparisonOperator, string>> = {
  '=': '=',
  '!=': '!=',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
  between: 'BETWEEN()',
  in: 'IN()',
  'not in': 'NOT IN()',
}

export const formatOperatorName = (operator: ComparisonOperator): string => operatorNames[operator]

export const formatUnsupportedOperator = (name: string, operator: ComparisonOperator): Message =>
  message`The field '${name}' is not supported for the operator ${formatOperatorName(operator)}.`

/** Returns the message for an operator that cannot compare a field of this kind to ''. */
export function formatEmptyStringNotComparable(
  kind: 'date' | 'list',
  name: string,
  comparisonOperator: ComparisonOperator,
): Message {
  const operator = formatOperatorName(comparisonOperator)
  switch (kind) {
    case 'date':
      return message`The date field '${name}' cannot be compared to the empty string with ${operator} operator.`
    case 'list':
      return message`The list field '${name}' cannot be compared to the empty string with ${operator} operator.`
    default:
      return kind satisfies never
  }
}

export const formatUnknownValue = (value: string, name: string): Message =>
  message`The value '${value}' doesn't exist for the list field '${name}'.`

export const isUnknownValue = ({ template }: Message): boolean => template === formatUnknownValue('', '').template

/** `NOW()`, `MYSELF()`, `OPEN()`: what most fields cannot be compared to. */
export function formatFunctionName({ kind }: Exclude<Operand, { readonly text: string }>): string {
  return kind === 'now' ? 'NOW()' : kind === 'myself' ? 'MYSELF()' : 'OPEN()'
}

/** Returns the texts of all operands; reports a problem for functions. */
export function getOperandTexts(
  { operands }: Comparison,
  of: Message,
  { reportProblem }: SearchContext,
): readonly string[] | undefined {
  const texts: string[] = []
  for (const operand of operands) {
    if (operand.kind !== 'text' && operand.kind !== 'number')
      return reportProblem(message`The ${of} cannot be compared to ${formatFunctionName(operand)}.`)
    texts.push(operand.text)
  }
  return texts
}
