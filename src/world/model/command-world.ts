import type { Transactions } from '../../database/db/db.ts'
import type { World } from './world.ts'

/**
 * What commands get: a world whose database only runs transactions. Reads outside of them need `withReads`
 * (units/with-reads.ts).
 */
export interface CommandWorld extends Omit<World, 'db'> {
  readonly db: Transactions
}
