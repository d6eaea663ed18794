import type { Tx } from '../tables/transaction.ts'

interface Lockable<Query> {
  forUpdate(): Query
  forNoKeyUpdate(): Query
  forKeyShare(): Query
}

/**
 * `remove`: the rows may be deleted afterwards, so transactions that refer to them wait as well; `change`: these do not
 * wait; `keep`: the rows cannot be deleted, and can be changed.
 */
type Lock = 'remove' | 'change' | 'keep'

/**
 * Locks the rows of a query of this transaction until its end, so that data that was read for a decision cannot change;
 * nothing on SQLite, which has one writer. Rows are locked in the order of their ids.
 */
export function lockRows<Query extends Lockable<Query>>(_tx: Tx, query: Query, lock: Lock = 'remove'): Query {
  if (lock === 'keep') return query.forKeyShare()
  return lock === 'change' ? query.forNoKeyUpdate() : query.forUpdate()
}
