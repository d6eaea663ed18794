import { IdSetCache } from '../../database/changes/id-set-cache.ts'
import { TransactionCache } from '../../database/changes/transaction-cache.ts'
import { joinTransaction, type Tx } from '../../database/db/db.ts'
import { BodyCache } from '../../kit/caches/body-cache.ts'
import type { CommandWorld } from '../model/command-world.ts'
import type { UnitWorld } from '../model/unit-world.ts'

/**
 * Returns a world within one running transaction: reads see what the transaction wrote, writes join it, and nothing is
 * cached outside, since the transaction may still be rolled back.
 */
export function createTransactionWorld(world: CommandWorld, tx: Tx): UnitWorld {
  const db = joinTransaction(world.db, tx)
  const cache = new TransactionCache(tx, world.cache)
  return { ...world, db, cache, bodyCache: new BodyCache(0), idSets: new IdSetCache(db, { megabytes: 0 }) }
}
