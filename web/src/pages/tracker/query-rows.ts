import type { AtLeastTwo, Comparison, Expression, Literal, SortKey } from '../../../../src/queries/language/ast.ts'
import { printQuery } from '../../../../src/queries/language/print.ts'
import { operatorsOf, type QueryTarget } from './query-targets.ts'
import { readBar } from './view.ts'

/** A condition of the builder. Without all of its values it is no part of the query yet. */
export interface QueryRow {
  /** Name of its field; null: none is chosen yet. */
  readonly name: string | null
  /** In capitals. */
  readonly operator: string
  readonly literals: readonly Literal[]
}

/** A query whose conditions are all joined in the same way. */
export interface QueryRows {
  readonly join: 'and' | 'or'
  readonly rows: readonly QueryRow[]
  /** The builder keeps it. */
  readonly orderBy: readonly SortKey[]
}

export const emptyRow: QueryRow = { name: null, operator: '=', literals: [] }

/** Reads a query as rows; null: it can be edited only as text. */
export function readRows(text: string): QueryRows | null {
  const bar = readBar(text)
  if (bar.kind === 'empty') return { join: 'and', rows: [], orderBy: [] }
  if (bar.kind !== 'query') return null
  const { where, orderBy } = bar.query
  const isJunction = where?.kind === 'and' || where?.kind === 'or'
  const parts = where === null ? [] : isJunction ? where.of : [where]
  const rows = parts.flatMap((part) => toRow(part) ?? [])
  return rows.length === parts.length ? { join: where?.kind === 'or' ? 'or' : 'and', rows, orderBy } : null
}

function toRow(part: Expression): QueryRow | undefined {
  if (part.kind !== 'compare' && part.kind !== 'in' && part.kind !== 'between') return undefined
  const { kind, name } = part.searchable
  const row = { name: kind === 'metadata' ? `@${name}` : name }
  if (part.kind === 'compare') return { ...row, operator: part.operator, literals: [part.literal] }
  if (part.kind === 'between') return { ...row, operator: 'BETWEEN', literals: [part.from, part.to] }
  return { ...row, operator: part.isNegated ? 'NOT IN' : 'IN', literals: part.values }
}

/** The query of the complete rows. */
export function printRows({ join, rows, orderBy }: QueryRows): string {
  const parts = rows.flatMap((row) => toComparison(row) ?? [])
  const [only] = parts
  const where = isAtLeastTwo(parts) ? { kind: join, at: 0, of: parts } : (only ?? null)
  return printQuery({ where, orderBy })
}

const isAtLeastTwo = (parts: readonly Expression[]): parts is AtLeastTwo<Expression> => parts.length > 1

function toComparison({ name, operator, literals }: QueryRow): Comparison | undefined {
  const [first, second] = literals
  if (name === null || first === undefined) return undefined
  const isMetadata = name.startsWith('@')
  const searchable = {
    at: 0,
    kind: isMetadata ? ('metadata' as const) : ('field' as const),
    name: isMetadata ? name.slice(1) : name,
  }
  if (operator === 'BETWEEN') return second && { kind: 'between', at: 0, searchable, from: first, to: second }
  if (operator === 'IN' || operator === 'NOT IN')
    return { kind: 'in', at: 0, searchable, isNegated: operator !== 'IN', values: [first, ...literals.slice(1)] }
  return { kind: 'compare', at: 0, searchable, operator: operator as '=', literal: first }
}

/** The row with another field: what the field cannot be compared with is left out. */
export const chooseTarget = (row: QueryRow, target: QueryTarget, before: QueryTarget | undefined): QueryRow => ({
  name: target.name,
  operator: operatorsOf[target.kind].includes(row.operator) ? row.operator : '=',
  literals: target.kind === before?.kind && target.kind !== 'list' ? row.literals : [],
})

/** The row with another operator, which may need fewer values. */
export const chooseOperator = (row: QueryRow, operator: string): QueryRow => ({
  ...row,
  operator,
  literals: row.literals.slice(0, maxLiterals(operator)),
})

export const maxLiterals = (operator: string): number =>
  operator === 'BETWEEN' ? 2 : operator === 'IN' || operator === 'NOT IN' ? Number.POSITIVE_INFINITY : 1

export const textLiteral = (value: string): Literal => ({ kind: 'string', at: 0, value })

/** What a value is called where no list has it: `7`, `NOW() - 7d`. */
export function describeLiteral(literal: Literal): string {
  if (literal.kind === 'string') return literal.value
  const searchable = { at: 0, kind: 'field' as const, name: 'x' }
  const where = { kind: 'compare' as const, at: 0, searchable, operator: '=' as const, literal }
  return printQuery({ where, orderBy: [] }).slice('x = '.length)
}

/** Reads what `describeLiteral` returns; other texts are texts. */
export function readLiteral(text: string): Literal {
  const bar = readBar(`x = ${text}`)
  const where = bar.kind === 'query' ? bar.query.where : null
  return where?.kind === 'compare' &&
    where.literal.kind !== 'string' &&
    bar.kind === 'query' &&
    bar.query.orderBy.length === 0
    ? where.literal
    : textLiteral(text)
}
