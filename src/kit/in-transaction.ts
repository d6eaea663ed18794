import { BodyCache } from './body-cache.ts'
import { joinTransaction, type Tx } from './db/db.ts'
import { IdSetCache } from './db/id-set-cache.ts'
import { readRevisions } from './db/revisions.ts'
import { settleRevisions } from './db/settle-revisions.ts'
import { RevisionCache } from './revision-cache.ts'
import type { UnitWorld } from './unit-world.ts'
import type { World } from './world.ts'

/** Enough for one unit of work; a cache allocates memory for all its entries when it is created. */
const entriesPerTopic = 200

/**
 * Returns a world within one running transaction: reads see what the transaction wrote, writes join it, and nothing is
 * cached outside, since the transaction may still be rolled back. Once its cache was refreshed, it also uses the outer
 * cache for topics that were not changed.
 */
export function createTransactionWorld(world: World, tx: Tx): UnitWorld {
  const cache = new RevisionCache(
    async () => {
      // What this transaction has written is no longer read from the cache.
      await settleRevisions(tx)
      return readRevisions(tx)
    },
    entriesPerTopic,
    world.cache,
  )
  // Outside, reads after a write use a cache that was refreshed; the same holds here.
  const db = joinTransaction(world.db, tx, () => cache.refresh())
  return { ...world, db, cache, bodyCache: new BodyCache(0), idSets: new IdSetCache(db, { megabytes: 0 }) }
}
