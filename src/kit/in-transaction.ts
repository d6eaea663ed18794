import { BodyCache } from './body-cache.ts'
import type { Database, Tx } from './db/db.ts'
import { IdSetCache } from './db/id-set-cache.ts'
import { readRevisions } from './db/revisions.ts'
import { settleRevisions } from './db/settle-revisions.ts'
import { RevisionCache } from './revision-cache.ts'
import type { World } from './world.ts'

/** Enough for one unit of work; a cache allocates memory for all its entries when it is created. */
const entriesPerTopic = 200

/**
 * Returns a world within one running transaction: reads see what the transaction wrote, writes join it, and nothing is
 * cached outside, since the transaction may still be rolled back. Once its cache was refreshed, it also uses the outer
 * cache for topics that were not changed.
 */
export function createTransactionWorld(world: World, tx: Tx): World {
  const cache = new RevisionCache(
    async () => {
      // What this transaction has written is no longer read from the cache.
      await settleRevisions(tx)
      return readRevisions(tx)
    },
    entriesPerTopic,
    world.cache,
  )
  const db = databaseInTransaction(world.db, tx, () => cache.refresh())
  return { ...world, db, cache, bodyCache: new BodyCache(0), idSets: new IdSetCache(db, { megabytes: 0 }) }
}

function databaseInTransaction(
  { dialect, isReachable, statistics }: Database,
  tx: Tx,
  afterWrite: () => Promise<void>,
): Database {
  return {
    dialect,
    read: tx,
    quickRead: tx,
    longRead: tx,
    exportRead: tx,
    async write(work) {
      const result = await work(tx)
      // Outside, reads after a write use a cache that was refreshed; the same holds here.
      await afterWrite()
      return result
    },
    snapshot: (work) => work(tx),
    // Nothing of it is visible before the outer transaction ends.
    onWrite: () => () => {},
    migrate: () => Promise.reject(new Error('Migrations cannot run within a transaction')),
    isReachable,
    statistics,
    close: () => Promise.reject(new Error('A transaction does not close its database')),
  }
}
