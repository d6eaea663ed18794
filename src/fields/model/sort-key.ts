import type { FieldId } from '../../kit/values/ids.ts'

/** Sort key of artifacts. Artifacts without a value come last, those with the same value are ordered by id. */
export interface SortKey {
  readonly by: SortCriterion
  readonly direction: 'asc' | 'desc'
}

/** Of several values the first one in the sort direction counts. */
export type SortCriterion =
  /** Numbers, moments, and texts without case and accents. */
  | { readonly kind: 'value'; readonly field: FieldId; readonly family: 'number' | 'date' | 'text' }
  /** In the order in which the list shows its values. */
  | { readonly kind: 'choice'; readonly field: FieldId; readonly values: readonly number[] }
  /** Users of a list, by login. */
  | { readonly kind: 'users'; readonly field: FieldId }
  | { readonly kind: 'system'; readonly of: 'id' | 'number' | 'rank' | 'submitted_on' | 'updated_on' }
  /** By login. */
  | { readonly kind: 'user'; readonly of: 'submitted_by' | 'updated_by' }
