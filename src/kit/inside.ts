import { Bodies } from './bodies.ts'
import type { Database, Tx } from './db/db.ts'
import { Findings } from './db/findings.ts'
import { readRevisions } from './db/revisions.ts'
import { Memory } from './memory.ts'
import type { World } from './world.ts'

/** Enough for one piece of work; a memory takes room for all its entries when it is made. */
const entriesPerSubject = 200

/**
 * The same world within one running transaction: what is read sees what the transaction wrote, what is written joins
 * it, and all of it is remembered nowhere else, since the transaction may still be undone. Once its memory was
 * refreshed, it also knows what the world outside remembers of subjects that nobody touched.
 */
export function worldInside(world: World, tx: Tx): World {
  const memory = new Memory(() => readRevisions(tx), entriesPerSubject, world.memory)
  const db = databaseInside(world.db, tx, () => memory.refresh())
  return { ...world, db, memory, bodies: new Bodies(0), findings: new Findings(db, { megabytes: 0 }) }
}

function databaseInside({ dialect }: Database, tx: Tx, afterWrite: () => Promise<void>): Database {
  return {
    dialect,
    read: tx,
    glance: tx,
    aside: tx,
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
