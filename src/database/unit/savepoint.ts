import { sql } from 'kysely'
import { settleRevisions } from '../effects/settle-revisions.ts'
import { getWriteObserver } from '../engine/builders.ts'
import type { Tx } from '../tables/transaction.ts'

/**
 * Runs a part of a transaction that is rolled back separately when its work throws a refusal. Not for failed
 * statements: those roll back the whole transaction, as everywhere (db.ts).
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const observer = getWriteObserver(tx)
  // What is settled within the part is rolled back with it.
  await observer?.settleArtifacts()
  await settleRevisions(tx)
  const forget = observer?.mark()
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (thrown) {
    await undo(tx, thrown)
    forget?.()
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
