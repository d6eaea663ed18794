import type { ArtifactRepresentation } from '../../../../../src/artifacts/representations/artifact.ts'
import type { Field } from '../view.ts'

/** The cell with the cursor, or the status or assignee of its row, is to be edited. */
export interface CellRequest {
  readonly artifact: ArtifactRepresentation
  readonly what: 'edit' | 'status' | 'assign'
  /** Of the cursor. */
  readonly column: number
}

/** Shows an artifact with values that the list does not have yet. */
type RowChange = (artifact: ArtifactRepresentation) => ArtifactRepresentation

/** By artifact. */
export type RowChanges = ReadonlyMap<number, RowChange>

/** A value of a row that is edited, or whose edit is not settled. */
export interface OpenCell {
  readonly artifact: ArtifactRepresentation
  readonly field: Field
  readonly request: CellRequest
}
