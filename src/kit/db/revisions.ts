import { sql } from 'kysely'
import { type Topic, topics } from '../revision-cache.ts'
import type { Reader, Tx } from './db.ts'
import { prepareStatement } from './prepared.ts'

// Every request runs this query.
const allRevisions = prepareStatement((db: Reader) => db.selectFrom('revision').select(['subject', 'n']))

/** Returns the counters of RevisionCache: one row for each topic. */
export async function readRevisions(db: Reader): Promise<Record<Topic, number>> {
  const found: Record<Topic, number> = { settings: 0, users: 0, projects: 0, trackers: 0 }
  for (const { subject, n } of await allRevisions(db, {})) {
    // Rows of unknown topics belong to a newer version of Tulipwood.
    if (isSubject(subject)) found[subject] = n
  }
  return found
}

const isSubject = (name: string): name is Topic => (topics as readonly string[]).includes(name)

/** Invalidates the cached data of a topic on every node once this transaction commits. */
export async function bumpRevision(tx: Tx, subject: Topic): Promise<void> {
  await tx.updateTable('revision').set({ n: sql<number>`n + 1` }).where('subject', '=', subject).execute()
}
