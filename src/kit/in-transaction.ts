import { BodyCache } from './body-cache.ts'
import { joinTransaction, type Tx } from './db/db.ts'
import { IdSetCache } from './db/id-set-cache.ts'
import { TransactionCache } from './db/transaction-cache.ts'
import type { UnitWorld } from './unit-world.ts'
import type { World } from './world.ts'

/**
 * Returns a world within one running transaction: reads see what the transaction wrote, writes join it, and nothing is
 * cached outside, since the transaction may still be rolled back.
 */
export function createTransactionWorld(world: World, tx: Tx): UnitWorld {
  const db = joinTransaction(world.db, tx)
  const cache = new TransactionCache(tx, world.cache)
  return { ...world, db, cache, bodyCache: new BodyCache(0), idSets: new IdSetCache(db, { megabytes: 0 }) }
}
