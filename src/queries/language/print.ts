import type { Expression, LinkedCondition, Literal, Period, Query, Searchable, SortKey } from './ast.ts'

/** Returns the canonical text of a query: parsing it returns the same tree. */
export function printQuery({ where, orderBy }: Query): string {
  const parts = where === null ? [] : [printExpression(where)]
  if (orderBy.length > 0) parts.push(`ORDER BY ${orderBy.map(printSortKey).join(', ')}`)
  return parts.join(' ')
}

function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'or':
      return expression.of
        .map((one) => (one.kind === 'or' ? printInParentheses(one) : printExpression(one)))
        .join(' OR ')
    case 'and':
      return expression.of
        .map((one) => (one.kind === 'or' || one.kind === 'and' ? printInParentheses(one) : printExpression(one)))
        .join(' AND ')
    case 'compare':
      return `${printSearchable(expression.searchable)} ${expression.operator} ${printLiteral(expression.literal)}`
    case 'between':
      return `${printSearchable(expression.searchable)} BETWEEN (${printList([expression.from, expression.to])})`
    case 'in':
      return `${printSearchable(expression.searchable)} ${expression.isNegated ? 'NOT IN' : 'IN'} (${printList(expression.values)})`
    case 'family':
      return `${expression.isNegated ? 'WITHOUT' : 'WITH'} ${expression.relation.toUpperCase()}${printEnd(expression.other)}`
    case 'linked':
      return `${printIs(expression)} LINKED ${expression.direction.toUpperCase()}${printEnd(expression.other)}${printType(expression)}`
    case 'coverage': {
      const by = expression.relation === 'covered' && expression.other ? ' BY' : ''
      return `${printIs(expression)} ${expression.relation.toUpperCase()}${by}${printEnd(expression.other)}`
    }
    default:
      return expression satisfies never
  }
}

const printInParentheses = (expression: Expression): string => `(${printExpression(expression)})`

const printIs = ({ isNegated }: { readonly isNegated: boolean }): string => (isNegated ? 'IS NOT' : 'IS')

function printEnd(other: LinkedCondition['other']): string {
  if (other === null) return ''
  return other.kind === 'artifact'
    ? ` ARTIFACT = ${other.id}`
    : ` TRACKER ${other.operator} ${printString(other.itemName)}`
}

const printType = ({ type }: LinkedCondition): string => (type === null ? '' : ` WITH TYPE ${printString(type.name)}`)

const printSearchable = ({ kind, name }: Searchable): string => (kind === 'metadata' ? `@${name}` : name)

const printList = (literals: readonly Literal[]): string => literals.map(printLiteral).join(', ')

function printLiteral(literal: Literal): string {
  switch (literal.kind) {
    case 'string':
      return printString(literal.value)
    case 'integer':
    case 'float':
      return literal.text
    case 'now':
      return `NOW()${printPeriod(literal.period)}`
    case 'myself':
    case 'open':
      return `${literal.kind.toUpperCase()}()`
    default:
      return literal satisfies never
  }
}

const printPeriod = (period: Period | null): string =>
  period === null ? '' : ` ${period.amount < 0 ? '-' : '+'} ${Math.abs(period.amount)}${period.unit}`

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\u00000A',
  '\r': '\\u00000D',
}

/** Quotes a text with double quotes. */
const printString = (value: string): string =>
  `"${value.replace(/[\\"\n\r]/g, (character) => escapes[character] ?? character)}"`

const printSortKey = ({ searchable, direction }: SortKey): string =>
  `${printSearchable(searchable)} ${direction.toUpperCase()}`
