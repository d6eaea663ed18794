import { getWriteObserver } from './builders.ts'
import type { Tx } from './db.ts'

/**
 * Allows a transaction to change artifacts without entries of the change log: only for those of trackers that it
 * creates, because no query and no user knows them yet.
 */
export function skipChangeLog(tx: Tx): void {
  getWriteObserver(tx)?.skipChangeLog()
}
