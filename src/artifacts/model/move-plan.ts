import type { Field } from '../../fields/field.ts'

/** What becomes of the fields of an artifact in another tracker (docs/api/artifacts.md §3.9). */
export interface MovePlan {
  /** Fields that come along, each with the one it becomes. */
  readonly pairs: readonly { readonly from: Field; readonly to: Field }[]
  /** All that the artifact has, in the order of the tracker. */
  readonly fields: readonly Field[]
}
