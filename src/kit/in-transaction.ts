import { BodyCache } from './body-cache.ts'
import type { Database, Tx } from './db/db.ts'
import { IdSetCache } from './db/id-set-cache.ts'
import { readRevisions } from './db/revisions.ts'
import { RevisionCache } from './revision-cache.ts'
import type { World } from './world.ts'

/** Enough for one piece of work; a memory takes room for all its entries when it is made. */
const entriesPerTopic = 200

/**
 * The same world within one running transaction: what is read sees what the transaction wrote, what is written joins
 * it, and all of it is remembered nowhere else, since the transaction may still be undone. Once its memory was
 * refreshed, it also knows what the world outside remembers of subjects that nobody touched.
 */
export function worldInTransaction(world: World, tx: Tx): World {
  const cache = new RevisionCache(() => readRevisions(tx), entriesPerTopic, world.cache)
  const db = databaseInTransaction(world.db, tx, () => cache.refresh())
  return { ...world, db, cache, bodyCache: new BodyCache(0), idSets: new IdSetCache(db, { megabytes: 0 }) }
}

function databaseInTransaction({ dialect }: Database, tx: Tx, afterWrite: () => Promise<void>): Database {
  return {
    dialect,
    read: tx,
    quickRead: tx,
    longRead: tx,
    async write(work) {
      const result = await work(tx)
      // Outside, what follows a write is read with a memory that was told of it; so it is here.
      await afterWrite()
      return result
    },
    snapshot: (work) => work(tx),
    // Nothing of it is there before the transaction around it ends.
    onWrite: () => () => {},
    migrate: () => Promise.reject(new Error('Tables are not changed within a transaction of work')),
    close: () => Promise.reject(new Error('A transaction does not close its database')),
  }
}
