import type { Field } from '../field.ts'
import type { Comparison, ComparisonOperator, Criterion, Operand, SearchContext } from './field-search.ts'

/**
 * Whether the operator is `contains`, the only one of most fields (docs/api/queries.md §1.4); reports a problem if not.
 */
export function requireContains({ operator }: Criterion, field: Field, { reportProblem }: SearchContext): boolean {
  if (operator === 'contains') return true
  reportProblem(`Unallowed operator for criterion field '${field.name}' (${field.id}). Allowed operators: [contains]`)
  return false
}

export const invalidValue = ({ name }: Field): string => `Invalid value for field "${name}"`

export const invalidFormat = ({ name, id }: Field): string => `Invalid format for criterion field '${name}' (${id})`

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

export const operatorName = (operator: ComparisonOperator): string => operatorNames[operator]

export const unsupportedOperator = (name: string, operator: ComparisonOperator): string =>
  `The field '${name}' is not supported for the operator ${operatorName(operator)}.`

export const emptyStringNotComparable = (kind: string, name: string, operator: ComparisonOperator): string =>
  `The ${kind} field '${name}' cannot be compared to the empty string with ${operatorName(operator)} operator.`

/** `NOW()`, `MYSELF()`, `OPEN()`: what most fields cannot be compared to. */
export function functionName({ kind }: Operand): string | undefined {
  return kind === 'now' ? 'NOW()' : kind === 'myself' ? 'MYSELF()' : kind === 'open' ? 'OPEN()' : undefined
}

/** Returns the texts of all operands; reports a problem for functions. */
export function operandTexts(
  { operands }: Comparison,
  of: string,
  { reportProblem }: SearchContext,
): readonly string[] | undefined {
  const texts: string[] = []
  for (const operand of operands) {
    if (operand.kind !== 'text' && operand.kind !== 'number')
      return reportProblem(`The ${of} cannot be compared to ${functionName(operand)}.`)
    texts.push(operand.text)
  }
  return texts
}
