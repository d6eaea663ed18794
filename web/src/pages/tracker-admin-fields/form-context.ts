import type { FormChanges } from './form-changes.ts'
import type { FormNode, FormPlace } from './form-tree.ts'

/** What the parts of the form need. */
export interface FormContext {
  readonly tree: readonly FormNode[]
  readonly changes: FormChanges
  /** The element that is dragged, and where it would be dropped. */
  readonly held: FormNode | null
  readonly over: FormPlace | null
  readonly hrefOf: (id: number) => string
  readonly onHold: (node: FormNode | null) => void
  readonly onOver: (place: FormPlace | null) => void
  readonly onAdd: (container: number) => void
  readonly onMove: (node: FormNode) => void
}
