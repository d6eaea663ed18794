import { type Revisions, type Topic, topics } from '../../kit/caches/revision-cache.ts'
import { lockRows } from '../statements/lock-rows.ts'
import { prepareStatement } from '../statements/prepared-statements.ts'
import type { Reader, Tx } from '../tables/transaction.ts'
import { embeddedIdName, selectEpoch } from './database-epoch.ts'

// Every request runs this query.
const allRevisions = prepareStatement((db: Reader) =>
  db.selectFrom('revision').select(['topic', 'n', selectEpoch(db).as('epoch')]),
)

/** Returns the counters of RevisionCache, one row for each topic, and the epoch of the database. */
export async function readRevisions(db: Reader): Promise<Revisions> {
  return toRevisions(await allRevisions(db, {}))
}

/** A row of the table `revision`, each with the epoch (selectEpoch). */
export interface RevisionRow {
  readonly topic: string
  readonly n: number
  readonly epoch: string
}

/** Returns the counters among rows of the table `revision`. */
export function toRevisions(rows: readonly RevisionRow[]): Revisions {
  const revisions = { settings: 0, users: 0, projects: 0, trackers: 0 }
  let embeddedEpoch: string | undefined
  for (const { topic, n } of rows) {
    // Other rows are no counters of a topic, or belong to a newer version of Tulipwood.
    if (isTopic(topic)) revisions[topic] = n
    else if (topic === embeddedIdName) embeddedEpoch = `${n}`
  }
  return { ...revisions, epoch: rows[0]?.epoch ?? '', embeddedEpoch }
}

const isTopic = (name: string): name is Topic => (topics as readonly string[]).includes(name)

/** Makes every other transaction that locks or invalidates a topic wait for the end of this one. */
export async function lockTopic(tx: Tx, topic: Topic): Promise<void> {
  await lockRows(tx, tx.selectFrom('revision').select('n').where('topic', '=', topic)).execute()
}
