import type { FieldId } from '../kit/ids.ts'

/** What artifacts are sorted by. Those without a value come last, those of one value in the order of their ids. */
export interface SortKey {
  readonly by: SortCriterion
  readonly direction: 'asc' | 'desc'
}

/** Of several values the first one counts, whichever the direction makes first. */
export type SortCriterion =
  /** Numbers, moments, and texts without case and accents. */
  | { readonly kind: 'value'; readonly field: FieldId; readonly family: 'number' | 'date' | 'text' }
  /** In the order in which the list shows its values. */
  | { readonly kind: 'choice'; readonly field: FieldId; readonly values: readonly number[] }
  /** People of a list, by their logins. */
  | { readonly kind: 'users'; readonly field: FieldId }
  | { readonly kind: 'system'; readonly of: 'id' | 'number' | 'rank' | 'submitted_on' | 'updated_on' }
  /** By login. */
  | { readonly kind: 'user'; readonly of: 'submitted_by' | 'updated_by' }
