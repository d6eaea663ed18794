import type { Compilable } from 'kysely'
import type { SentQuery } from '../effects/find-writes.ts'
import type { ChangeLog } from '../effects/log-entry.ts'
import type { Tx } from '../tables/transaction.ts'

/** Runs a statement with the entries of the change log that it needs (seen-changes.ts). */
export async function writeLogged(tx: Tx, statement: Compilable, log: ChangeLog): Promise<void> {
  const query: SentQuery = { ...statement.compile(), log }
  await tx.getExecutor().executeQuery(query)
}
