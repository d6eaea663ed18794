import type { Message } from '../../kit/messages/message.ts'

/** A problem in an imported table. */
export interface TableProblem {
  readonly line: number
  /** starting at 1; null: the whole line */
  readonly column: number | null
  /** Name of the column. */
  readonly field: string | null
  readonly message: string | Message
}
