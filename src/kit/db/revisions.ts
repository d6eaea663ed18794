import { sql } from 'kysely'
import { type Topic, topics } from '../revision-cache.ts'
import type { Reader, Tx } from './db.ts'
import { prepareStatement } from './prepared-statements.ts'

// Every request runs this query.
const allRevisions = prepareStatement((db: Reader) => db.selectFrom('revision').select(['topic', 'n']))

/** Returns the counters of RevisionCache: one row for each topic. */
export async function readRevisions(db: Reader): Promise<Record<Topic, number>> {
  return toRevisions(await allRevisions(db, {}))
}

/** Returns the counters among rows of the table `revision`. */
export function toRevisions(rows: readonly { readonly topic: string; readonly n: number }[]): Record<Topic, number> {
  const found: Record<Topic, number> = { settings: 0, users: 0, projects: 0, trackers: 0 }
  for (const { topic, n } of rows) {
    // Rows of unknown topics belong to a newer version of Tulipwood.
    if (isTopic(topic)) found[topic] = n
  }
  return found
}

const isTopic = (name: string): name is Topic => (topics as readonly string[]).includes(name)

/** Invalidates the cached data of a topic on every node once this transaction commits. */
export async function bumpRevision(tx: Tx, topic: Topic): Promise<void> {
  await tx.updateTable('revision').set({ n: sql<number>`n + 1` }).where('topic', '=', topic).execute()
}
