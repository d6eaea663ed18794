import { getConnection, getDialect, getWriteObserver, shareConnection } from '../engine/builders.ts'
import type { Connection } from '../engine/engine.ts'
import type { Tx } from '../tables/transaction.ts'
import { createUnitTransactionOn } from './unit-transaction.ts'

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
  const sender = createUnitTransactionOn(tx, sending, getWriteObserver(tx))
  shareConnection(sender, connection)
  return sender
}

/**
 * Sends the one statement of `run` and returns before its response arrives, with a function that waits for the result.
 * On PostgreSQL later statements run after it, so a lock can be acquired and what it protects be read in one round
 * trip, and a last query be answered together with the commit. SQLite runs it at once.
 */
export async function sendStatement<Found>(tx: Tx, run: (tx: Tx) => Promise<Found>): Promise<() => Promise<Found>> {
  const { send } = getConnection(tx)
  if (send === undefined) {
    const result = await run(tx)
    return async () => result
  }
  const firstSend = Promise.withResolvers<void>()
  const sending: Connection = {
    execute(sql, parameters) {
      const response = send(sql, parameters)
      firstSend.resolve()
      return response
    },
  }
  const result = run(createUnitTransactionOn(tx, sending, getWriteObserver(tx)))
  // A failure fails the commit as well, which reports it.
  result.catch(() => undefined)
  // A statement that cannot be sent fails here.
  await Promise.race([firstSend.promise, result])
  return () => result
}

/** A part `with … as (…)` may return rows to its statement. */
function returnsRows(sql: string): boolean {
  const statement = sql.replace(/^with \w+ as \([^()]*\) /, '')
  return !/^(insert|update|delete) /.test(statement) || / returning /.test(statement)
}
