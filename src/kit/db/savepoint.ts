import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * A part of a transaction that is undone alone when its work is refused: what it wrote is gone, the rest stays. Not for
 * statements that fail: those undo the whole transaction, as everywhere (db.ts).
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
    // A failed statement was first, and the transaction ends with what it said.
    throw thrown
  }
}
