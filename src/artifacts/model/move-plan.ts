import type { Field } from '../../fields/model/field.ts'

/** Mapping of fields for a move to another tracker (docs/api/artifacts.md §3.9). */
export interface MovePlan {
  /** Source fields with their target fields. */
  readonly pairs: readonly { readonly from: Field; readonly to: Field }[]
  /** All fields of the artifact, in the order of the tracker. */
  readonly fields: readonly Field[]
}
