import type { Comparison, Expression, Junction, LinkCondition, Query, Searchable } from '../language/ast.ts'

/** Every comparison of an expression, as they are written. */
export function listComparisons(expression: Expression | null): readonly Comparison[] {
  return leavesOf(expression).filter((leaf): leaf is Comparison => isComparison(leaf))
}

/** Every link condition of an expression. */
export const listLinkConditions = (expression: Expression | null): readonly LinkCondition[] =>
  leavesOf(expression).filter((leaf): leaf is LinkCondition => !isComparison(leaf))

/** Returns everything that a query searches and sorts by. */
export const listSearchables = ({ where, orderBy }: Query): readonly Searchable[] => [
  ...listComparisons(where).map(({ searchable }) => searchable),
  ...orderBy.map(({ searchable }) => searchable),
]

export const isComparison = (leaf: Expression): leaf is Comparison =>
  leaf.kind === 'compare' || leaf.kind === 'between' || leaf.kind === 'in'

export const isJunction = (expression: Expression): expression is Junction =>
  expression.kind === 'and' || expression.kind === 'or'

function leavesOf(expression: Expression | null): readonly (Comparison | LinkCondition)[] {
  if (expression === null) return []
  return isJunction(expression) ? expression.of.flatMap(leavesOf) : [expression]
}
