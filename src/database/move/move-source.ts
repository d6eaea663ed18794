import type { Dialect } from '../engine/engine.ts'
import type { Reader } from '../tables/transaction.ts'

/** The database that is moved; nothing writes to it. */
export interface MoveSource {
  readonly dialect: Dialect
  readonly read: Reader
  /** Runs work while no other process can change the database; throws if a server uses it. */
  whileLocked<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}
