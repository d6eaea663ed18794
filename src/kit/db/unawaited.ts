import { createTransactionBuilder, getConnection, getDialect, shareConnection } from './builders.ts'
import type { Tx } from './db.ts'
import type { Connection } from './engine.ts'
import type { Tables } from './tables.ts'

/**
 * Returns the same transaction for writes whose results are not needed: on PostgreSQL they are sent without waiting for
 * responses, so that the last statements of a transaction and its commit are one round trip, and its locks are held for
 * no longer than the server needs. Later statements run after them, and the commit fails if one of them fails.
 * Statements that return rows are awaited. For few and short statements: nothing limits what waits to be sent.
 */
export function withoutWaiting(tx: Tx): Tx {
  if (getDialect(tx) === 'sqlite') return tx
  const connection = getConnection(tx)
  const { send } = connection
  if (send === undefined) return tx
  const sending: Connection = {
    execute(sql, parameters) {
      if (returnsRows(sql)) return connection.execute(sql, parameters)
      void send(sql, parameters)
      return { rows: [] }
    },
  }
  const sender = createTransactionBuilder<Tables>('postgres', sending)
  shareConnection(sender, connection)
  // The connection is in the same transaction.
  return sender as Tx
}

/** A part `with … as (…)` may return rows to its statement. */
function returnsRows(sql: string): boolean {
  const statement = sql.replace(/^with \w+ as \([^()]*\) /, '')
  return !/^(insert|update|delete) /.test(statement) || / returning /.test(statement)
}
