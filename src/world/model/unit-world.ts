import type { UnitDatabase } from '../../database/db/db.ts'
import type { World } from './world.ts'

/**
 * A world within a transaction: all its reads are reads of the transaction. Functions that take a `Tx` take this instead
 * of a `World`, so that none can read what the transaction does not see, or wait for a second connection.
 */
export interface UnitWorld extends World {
  readonly db: UnitDatabase
}
