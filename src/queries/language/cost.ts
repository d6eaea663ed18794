import type { Expression, Query } from './ast.ts'

/**
 * docs/api/queries.md §2.6: the cost that a site limits. Redundant parentheses leave no node and cost nothing, and
 * neither does the order.
 */
export const computeCost = ({ where }: Query): number => (where === null ? 0 : costOfAlternatives(where))

/** 1 for the or-expression, 1 for each alternative after the first, and what they contain. */
function costOfAlternatives(expression: Expression): number {
  const alternatives = expression.kind === 'or' ? expression.of : [expression]
  return alternatives.length + sum(alternatives.map(costOfConjunction))
}

/** 1 for the and-expression, 1 for each operand after the first, and what they contain. */
function costOfConjunction(expression: Expression): number {
  const operands = expression.kind === 'and' ? expression.of : [expression]
  return operands.length + sum(operands.map(costOfTerm))
}

/** An `and` or `or` here is in parentheses. */
const costOfTerm = (expression: Expression): number =>
  expression.kind === 'and' || expression.kind === 'or' ? costOfAlternatives(expression) : 1

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
