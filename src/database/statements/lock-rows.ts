import type { SelectQueryBuilder } from 'kysely'
import type { LockedTable } from '../tables/lock-order.ts'
import type { Tables } from '../tables/tables.ts'
import type { Tx } from '../tables/transaction.ts'

/**
 * `remove`: the rows may be deleted afterwards, so transactions that refer to them wait as well; `change`: these do not
 * wait; `keep`: the rows cannot be deleted, and can be changed.
 */
type Lock = 'remove' | 'change' | 'keep'

/**
 * Locks the rows of a query of this transaction until its end, so that data that was read for a decision cannot change;
 * nothing on SQLite, which has one writer. Rows are locked in the order of their ids, tables in that of lock-order.ts.
 */
export function lockRows<Table extends LockedTable, Row>(
  _tx: Tx,
  query: SelectQueryBuilder<Tables, Table, Row>,
  lock: Lock = 'remove',
): SelectQueryBuilder<Tables, Table, Row> {
  if (lock === 'keep') return query.forKeyShare()
  return lock === 'change' ? query.forNoKeyUpdate() : query.forUpdate()
}
