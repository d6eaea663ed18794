/**
 * A position in the change log: everything before it has been read, everything after it has not. On PostgreSQL rows are
 * ordered by the transaction that wrote them, then by id; on SQLite, which has one writer, only by id.
 */
export interface LogPosition {
  readonly transaction: number
  readonly id: number
}

export const beginning: LogPosition = { transaction: 0, id: 0 }

export const isBefore = (a: LogPosition, b: LogPosition): boolean =>
  a.transaction < b.transaction || (a.transaction === b.transaction && a.id < b.id)
