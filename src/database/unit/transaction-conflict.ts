/** Rolls the transaction back and runs it again, like a serialization failure of PostgreSQL, whose SQLSTATE it has. */
export class TransactionConflict extends Error {
  readonly code = '40001'
}
