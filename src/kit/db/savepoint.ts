import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * Runs a part of a transaction that is rolled back separately when its work throws a refusal. Not for failed
 * statements: those roll back the whole transaction, as everywhere (db.ts).
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (thrown) {
    await undo(tx, thrown)
    throw thrown
  }
}

async function undo(tx: Tx, thrown: unknown): Promise<void> {
  try {
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
  } catch {
    // A statement failed first, and the transaction ends with its error.
    throw thrown
  }
}
