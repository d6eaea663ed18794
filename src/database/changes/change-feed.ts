import { type RawBuilder, sql } from 'kysely'
import type { ArtifactId, ChangeId, TrackerId } from '../../kit/values/ids.ts'
import { getDialect } from '../engine/builders.ts'
import { prepareStatement, type Slots } from '../statements/prepared-statements.ts'
import type { Reader } from '../tables/transaction.ts'
import { selectEpoch } from './database-epoch.ts'

/**
 * A position up to which the change log was read: an id (SQLite); or a snapshot in the notation of PostgreSQL, and by
 * how much the transaction ids in the log are ahead of it (change-order.ts). Both with the epoch of the database.
 */
export type FeedPosition = string

export interface ChangedArtifact {
  readonly id: ArtifactId
  /** Its current tracker. */
  readonly trackerId: TrackerId
  /** Whether it came from another tracker. */
  readonly isMoved: boolean
}

export interface FeedPage {
  readonly position: FeedPosition
  /** undefined: more than the limit */
  readonly changes: readonly ChangedArtifact[] | undefined
}

// Each query of a large tracker on SQLite runs it.
const lastChange = prepareStatement((db: Reader) =>
  db.selectFrom('change').select(({ fn }) => [fn.max('id').as('last'), selectEpoch(db).as('epoch')]),
)

/** Returns the current end of the change log. */
export async function readFeedPosition(db: Reader): Promise<FeedPosition> {
  if (getDialect(db) === 'sqlite') {
    const [row] = await lastChange(db, {})
    return `${row?.last ?? 0}:${row?.epoch ?? ''}`
  }
  const { rows } = await sql<{ position: string }>`select ${selectSnapshot(db)} as position`.execute(db)
  return rows[0]?.position ?? ''
}

/** Returns the changes that were committed since a position, each once, as `db` sees them, and the new position. */
export const loadChangesAfter = (db: Reader, position: FeedPosition, limit: number): Promise<FeedPage> =>
  getDialect(db) === 'sqlite' ? afterId(db, position, limit) : afterSnapshot(db, position, limit)

/** SQLite has one writer at a time: the order of the ids is that of the commits. */
async function afterId(db: Reader, position: FeedPosition, limit: number): Promise<FeedPage> {
  const reached = await readFeedPosition(db)
  if (reached === position) return { position, changes: [] }
  const [before = '0', epoch = ''] = position.split(':')
  const [last = '0', epochNow = ''] = reached.split(':')
  // The last rows were swept or lost, and their ids are assigned again.
  if (epoch !== epochNow || Number(last) < Number(before)) return { position: reached, changes: undefined }
  const rows = await db
    .selectFrom('change')
    .select(['id', 'artifact_id', 'tracker_id', 'kind'])
    .where('id', '>', Number(before) as ChangeId)
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  if (rows.length > limit) return { position: reached, changes: undefined }
  return {
    position: `${rows.at(-1)?.id ?? before}:${epoch}`,
    changes: rows.map((row) => ({ id: row.artifact_id, trackerId: row.tracker_id, isMoved: row.kind === 'moved' })),
  }
}

/**
 * Changes of transactions that the earlier snapshot did not see: those that began after it (`xmax`) and those that were
 * running then. Ordered as the index is, so that nothing else is read. If the lead was raised in between, or in another
 * epoch, the changes are unknown.
 */
async function afterSnapshot(db: Reader, position: FeedPosition, limit: number): Promise<FeedPage> {
  const [, after = '0', running = '', ahead = '0', epoch = ''] = position.split(':')
  const lead = Number(ahead)
  const wereRunning = running === '' ? [] : running.split(',').map((each) => Number(each) + lead)
  const since = { after: Number(after) + lead, most: limit + 1 }
  const rows = await (wereRunning.length === 0 ? writtenAfter(db, since) : writtenSince(db, { ...since, wereRunning }))
  const reached = rows.find((row) => row.position !== null)?.position ?? position
  const changed = rows.filter((row) => row.position === null)
  if (changed.length > limit || !reached.endsWith(`:${ahead}:${epoch}`))
    return { position: reached, changes: undefined }
  return {
    position: reached,
    changes: changed.map((row) => ({ id: row.id, trackerId: row.tracker_id, isMoved: row.is_moved === 1 })),
  }
}

interface ChangeRow {
  readonly position: string | null
  readonly id: ArtifactId
  readonly tracker_id: TrackerId
  readonly is_moved: number
}

// Each query of a large tracker on PostgreSQL runs one of them.
const writtenAfter = prepareStatement<{ after: number; most: number }, ChangeRow>((db, slots) => selectAfter(db, slots))
const writtenSince = prepareStatement<{ after: number; most: number; wereRunning: readonly number[] }, ChangeRow>(
  (db, slots) =>
    sql<ChangeRow>`${selectAfter(db, slots)} union all (${selectWritten} where ${slots.inList('transaction_id', 'wereRunning')}
        order by transaction_id, id limit ${slots.value('most')}::int)`,
)

const selectAfter = (db: Reader, { value }: Slots<{ after: number; most: number }>): RawBuilder<ChangeRow> =>
  sql<ChangeRow>`
    select ${selectSnapshot(db)} as position, 0::bigint as id, 0::bigint as tracker_id, 0 as is_moved
    union all (${selectWritten} where transaction_id >= ${value('after')}::bigint
      order by transaction_id, id limit ${value('most')}::int)`

const selectWritten = sql`select null, artifact_id, tracker_id, (kind = 'moved')::int from change`

const selectSnapshot = (db: Reader): RawBuilder<string> => sql<string>`pg_current_snapshot()::text || ':' ||
  coalesce((select n from revision where topic = 'lead of transactions'), 0) || ':' || ${selectEpoch(db)}`
