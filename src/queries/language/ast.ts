/** A parsed query. `where` is null without a condition: an empty text, or only ORDER BY. */
export interface Query {
  readonly where: Expression | null
  readonly orderBy: readonly SortKey[]
}

/** docs/api/queries.md §2.1. Parentheses leave no node: they show in how `and` and `or` are nested. */
export type Expression = Junction | Comparison | LinkCondition

export interface Junction extends Node {
  readonly kind: 'and' | 'or'
  readonly of: AtLeastTwo<Expression>
}

export type Comparison = SimpleComparison | RangeComparison | ListComparison

interface SimpleComparison extends Node {
  readonly kind: 'compare'
  readonly searchable: Searchable
  readonly operator: Operator
  readonly literal: Literal
}

interface RangeComparison extends Node {
  readonly kind: 'between'
  readonly searchable: Searchable
  readonly from: Literal
  readonly to: Literal
}

interface ListComparison extends Node {
  readonly kind: 'in'
  readonly isNegated: boolean
  readonly searchable: Searchable
  readonly values: readonly [Literal, ...Literal[]]
}

type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** docs/api/queries.md §2.2. */
export type LinkCondition = FamilyCondition | LinkedCondition | CoverageCondition

/** WITH PARENT, WITHOUT CHILDREN. */
export interface FamilyCondition extends Node {
  readonly kind: 'family'
  readonly relation: 'parent' | 'children'
  readonly isNegated: boolean
  readonly other: LinkedArtifact | LinkedTracker | null
}

/** IS LINKED FROM, IS NOT LINKED TO … WITH TYPE. */
export interface LinkedCondition extends Node {
  readonly kind: 'linked'
  readonly direction: 'from' | 'to'
  readonly isNegated: boolean
  readonly other: LinkedArtifact | LinkedTracker | null
  readonly type: LinkType | null
}

/** IS COVERED BY, IS NOT COVERING. */
export interface CoverageCondition extends Node {
  readonly kind: 'coverage'
  readonly relation: 'covered' | 'covering'
  readonly isNegated: boolean
  readonly other: LinkedArtifact | null
}

/** The artifact at the other end. The number is as written: it may be larger than any id. */
export interface LinkedArtifact extends Node {
  readonly kind: 'artifact'
  readonly id: number
}

/** The tracker at the other end, by its short name, in any project. */
export interface LinkedTracker extends Node {
  readonly kind: 'tracker'
  readonly operator: '=' | '!='
  readonly itemName: string
}

export interface LinkType extends Node {
  readonly name: string
}

/** A searched field by its short name, or metadata by its name without `@`. Both in the case of the query. */
export interface Searchable extends Node {
  readonly kind: 'field' | 'metadata'
  readonly name: string
}

export type Literal = StringLiteral | NumberLiteral | NowLiteral | FunctionLiteral

interface StringLiteral extends Node {
  readonly kind: 'string'
  readonly value: string
}

/**
 * Never negative. `text` is the number as written: a text field compares with it, and it keeps what a double cannot.
 */
export interface NumberLiteral extends Node {
  readonly kind: 'integer' | 'float'
  readonly value: number
  readonly text: string
}

interface NowLiteral extends Node {
  readonly kind: 'now'
  readonly period: Period | null
}

/** MYSELF(), OPEN(). */
interface FunctionLiteral extends Node {
  readonly kind: 'myself' | 'open'
}

/** Distance from now: negative for the past. */
export interface Period {
  readonly amount: number
  readonly unit: 'd' | 'w' | 'm' | 'y'
}

export interface SortKey extends Node {
  readonly searchable: Searchable
  readonly direction: 'asc' | 'desc'
}

export type AtLeastTwo<T> = readonly [T, T, ...T[]]

/** Offset in the text, in UTF-16 units. */
interface Node {
  readonly at: number
}
