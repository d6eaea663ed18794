import type { User } from '../../accounts/model/user.ts'
import type { Message } from '../../kit/messages/message.ts'
import type { BindValueId, FieldId, ProjectId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Condition } from '../model/condition.ts'
import type { Field } from '../model/field.ts'
import type { SortCriterion } from '../model/sort-key.ts'

/** Search for artifacts by a field. */
export interface FieldSearch {
  /** Collects the data that `filter` and `compare` need; rejects nothing. */
  collectNeeds?(criterion: Criterion | Comparison, field: Field, into: SearchNeeds): void
  /**
   * A criterion of a filter (docs/api/queries.md §1.4); undefined: a problem was reported. Absent: it cannot be filtered
   * by.
   */
  filter?(criterion: Criterion, field: Field, context: FilterContext): Condition | undefined
  /**
   * A comparison of the query language (docs/api/queries.md §2.4); undefined: a problem was reported. Absent: not
   * searchable.
   */
  compare?(comparison: Comparison, field: Field, context: SearchContext): Condition | undefined
  /** Sort criterion of `ORDER BY`. Absent: artifacts cannot be sorted by the field. */
  order?(field: Field): SortCriterion
}

/** One criterion of a filter; the operator is one of the five of docs/api/queries.md §1.4. */
export interface Criterion {
  readonly operator: FilterOperator
  readonly value: unknown
}

type FilterOperator = 'contains' | '=' | 'between' | '>' | '<'

/** One comparison of the query language. */
export interface Comparison {
  readonly operator: ComparisonOperator
  /** One; two of `between`; one or more of `in` and `not in`. */
  readonly operands: readonly Operand[]
}

export type ComparisonOperator = '=' | '!=' | '<' | '>' | '<=' | '>=' | 'between' | 'in' | 'not in'

export type Operand =
  | { readonly kind: 'text'; readonly text: string }
  /** Number as written. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'now'; readonly at: EpochSeconds }
  | { readonly kind: 'myself' }
  | { readonly kind: 'open' }

/** References in a query, collected before they are loaded. */
export interface SearchNeeds {
  /** In lower case. */
  readonly logins: Set<string>
  /** Labels that a query compares, by open list, in lower case. */
  readonly openLabels: Map<FieldId, Set<string>>
}

/** Context of `filter` and `compare`; all data is loaded, nothing here waits. */
export interface SearchContext {
  /** null for anonymous callers */
  readonly caller: UserId | null
  /** project of the searched fields */
  readonly projectId: ProjectId
  /** IANA time zone in which days start. */
  readonly timezone: string
  readonly now: EpochSeconds
  userByLogin(login: string): User | undefined
  /**
   * Ids of the new values of an open list with this label (in lower case); only for labels that were collected as
   * needs.
   */
  openValues(field: FieldId, label: string): readonly number[]
  /** Ids of the values of a list bound to groups by group name, in lower case. */
  groupLabels(field: Field): ReadonlyMap<string, BindValueId>
  /** The question breaks a rule; the sentence of docs/api/queries.md §2.7. */
  reportProblem(message: Message): undefined
}

/** Context of `filter`. */
interface FilterContext extends SearchContext {
  /** Whether the caller reads the link field of the tracker, so that its links are among the cross references. */
  readonly showsLinks: boolean
}
