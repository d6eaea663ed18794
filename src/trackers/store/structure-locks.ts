import { sql } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { getDialect } from '../../database/engine/builders.ts'
import { prepareStatement, type Slots } from '../../database/statements/prepared-statements.ts'
import { sendStatement } from '../../database/unit/unawaited.ts'
import type { TrackerId } from '../../kit/values/ids.ts'

/**
 * Any number that never changes; unit/lock-artifact-changes.ts has another one. The locks are no row locks: each change
 * of an artifact takes one, and would write to the row of its tracker otherwise.
 */
const lockClass = sql.lit(7_310_425)

type Ids = { readonly ids: readonly number[] }

// Keys of locks have 31 bits. Two trackers with the same key only wait for each other.
const selectKeys = ({ value }: Slots<Ids>) =>
  sql`(select (id % 2147483647)::int as key from unnest((select ${value('ids')}::bigint[])) as id order by id offset 0)`

const lockShared = prepareStatement<Ids, unknown>(
  (_db, slots) => sql`select pg_advisory_xact_lock_shared(${lockClass}, key) from ${selectKeys(slots)} as keys`,
)
const lockExclusively = prepareStatement<Ids, unknown>(
  (_db, slots) => sql`select pg_advisory_xact_lock(${lockClass}, key) from ${selectKeys(slots)} as keys`,
)

/**
 * Keeps the structure of trackers as it is until the end of the transaction, for changes of their artifacts, which do
 * not wait for each other. PostgreSQL acquires the locks before the next statements, which are sent without waiting.
 */
export async function keepStructure(tx: Tx, ids: readonly TrackerId[]): Promise<void> {
  // SQLite has one writer.
  if (getDialect(tx) === 'postgres') await sendStatement(tx, (sender) => lockShared(sender, { ids }))
}

/**
 * The counter of the trackers (RevisionCache), read after `keepStructure`: if it is the one of before a tracker was
 * loaded, the tracker is current. Part of a statement that is sent anyway.
 */
export const structureRevision = sql<number>`(select n from revision where topic = 'trackers')`

const onlyRevision = prepareStatement((db: Reader) => db.selectNoFrom(structureRevision.as('revision')))

/** Variant that is a statement of its own. */
export async function readStructureRevision(tx: Tx): Promise<number> {
  const [row] = await onlyRevision(tx, {})
  return row?.revision ?? 0
}

/** Waits for all changes of artifacts that keep the structure of a tracker, to change it. Precedes locks of rows. */
export async function lockStructure(tx: Tx, id: TrackerId): Promise<void> {
  if (getDialect(tx) === 'postgres') await lockExclusively(tx, { ids: [id] })
}
