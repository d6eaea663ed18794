import type { BindValueId, FieldId, ProjectId, UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { User } from '../../platform/model/user.ts'
import type { Condition } from '../condition.ts'
import type { Field } from '../field.ts'
import type { SortCriterion } from '../sort-key.ts'

/** How artifacts are found by a field. */
export interface FieldSearch {
  /** Notes what `filter` and `compare` will ask for; refuses nothing. */
  collectNeeds?(asked: Criterion | Comparison, field: Field, into: SearchNeeds): void
  /**
   * A criterion of a filter (docs/api/queries.md §1.4); undefined: it was complained of. Absent: it cannot be filtered
   * by.
   */
  filter?(criterion: Criterion, field: Field, context: SearchContext): Condition | undefined
  /**
   * A comparison of the query language (docs/api/queries.md §2.4); undefined: it was complained of. Absent: not
   * searchable.
   */
  compare?(comparison: Comparison, field: Field, context: SearchContext): Condition | undefined
  /** What `ORDER BY` sorts by. Absent: it cannot be sorted by. */
  order?(field: Field): SortCriterion
}

/** One criterion of a filter; the operator as it was sent, one of the five of docs/api/queries.md §1.4. */
export interface Criterion {
  readonly operator: FilterOperator
  readonly value: unknown
}

type FilterOperator = 'contains' | '=' | 'between' | '>' | '<'

/** One comparison of the query language. */
export interface Comparison {
  readonly operator: ComparisonOperator
  /** One; of `between` two; of `in` and `not in` one or more. */
  readonly operands: readonly Operand[]
}

export type ComparisonOperator = '=' | '!=' | '<' | '>' | '<=' | '>=' | 'between' | 'in' | 'not in'

export type Operand =
  | { readonly kind: 'text'; readonly text: string }
  /** As it was written. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'now'; readonly at: EpochSeconds }
  | { readonly kind: 'myself' }
  | { readonly kind: 'open' }

/** What a question refers to, gathered first. */
export interface SearchNeeds {
  /** In lower case. */
  readonly logins: Set<string>
  /** Lists that anybody may add to, with the labels one asks for, in lower case. */
  readonly openLabels: Map<FieldId, Set<string>>
}

/** What `filter` and `compare` may ask; everything is loaded, nothing here waits. */
export interface SearchContext {
  /** null: nobody is signed in. */
  readonly caller: UserId | null
  /** of the fields that are asked about */
  readonly projectId: ProjectId
  /** IANA zone that decides where a day begins. */
  readonly timezone: string
  readonly now: EpochSeconds
  userByLogin(login: string): User | undefined
  /** Ids of what was typed into an open list under this label (in lower case); ask only for labels noted as needs. */
  openValues(field: FieldId, label: string): readonly number[]
  /** What a list bound to groups calls them, in lower case. */
  groupLabels(field: Field): ReadonlyMap<string, BindValueId>
  /** The question breaks a rule; the sentence of docs/api/queries.md §2.7. */
  reportProblem(message: string): undefined
}
