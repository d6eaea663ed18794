/** Something wrong with a table that is imported, and where. */
export interface TableProblem {
  readonly line: number
  /** from 1; null: the whole line */
  readonly column: number | null
  /** As the column is called. */
  readonly field: string | null
  readonly message: string
}
