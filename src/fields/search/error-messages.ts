import type { Field } from '../field.ts'
import type { Comparison, ComparisonOperator, Criterion, Operand, SearchContext } from './field-search.ts'

/**
 * Whether the operator is `contains`, the only one of most fields (docs/api/queries.md §1.4); reports a problem if not.
 */
export function assertContainsOperator(
  { operator }: Criterion,
  field: Field,
  { reportProblem }: SearchContext,
): boolean {
  if (operator === 'contains') return true
  reportProblem(`Unallowed operator for criterion field '${field.name}' (${field.id}). Allowed operators: [contains]`)
  return false
}

export const formatInvalidValue = ({ name }: Field): string => `Invalid value for field "${name}"`

export const formatInvalidFormat = ({ name, id }: Field): string =>
  `Invalid format for criterion field '${name}' (${id})`

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

export const formatUnsupportedOperator = (name: string, operator: ComparisonOperator): string =>
  `The field '${name}' is not supported for the operator ${formatOperatorName(operator)}.`

export const formatEmptyStringNotComparable = (kind: string, name: string, operator: ComparisonOperator): string =>
  `The ${kind} field '${name}' cannot be compared to the empty string with ${formatOperatorName(operator)} operator.`

/** `NOW()`, `MYSELF()`, `OPEN()`: what most fields cannot be compared to. */
export function formatFunctionName({ kind }: Operand): string | undefined {
  return kind === 'now' ? 'NOW()' : kind === 'myself' ? 'MYSELF()' : kind === 'open' ? 'OPEN()' : undefined
}

/** Returns the texts of all operands; reports a problem for functions. */
export function getOperandTexts(
  { operands }: Comparison,
  of: string,
  { reportProblem }: SearchContext,
): readonly string[] | undefined {
  const texts: string[] = []
  for (const operand of operands) {
    if (operand.kind !== 'text' && operand.kind !== 'number')
      return reportProblem(`The ${of} cannot be compared to ${formatFunctionName(operand)}.`)
    texts.push(operand.text)
  }
  return texts
}
