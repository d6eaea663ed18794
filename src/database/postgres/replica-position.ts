import { databaseIdName, setNumber, timelineSql } from '../tables/stored-numbers.ts'

/** A position in the log of the primary that a replica must have replayed. */
export interface PrimaryPosition {
  /** In the form of PostgreSQL: `16/B374D848`. */
  readonly lsn: string
  readonly timeline: number
  /** Id of the database, which a replica of another one does not have. */
  readonly databaseId: number
}

/** Name of a number in table `revision`. */
const timelineName = 'timeline'

const storedColumns = `(select n from revision where topic = '${timelineName}') as "storedTimeline",
  (select n from revision where topic = '${databaseIdName}') as "databaseId"`

/**
 * Returns the end of the log of the primary, which covers everything that is visible there. PostgreSQL makes a
 * transaction visible once its commit is on the disk, unless commits are asynchronous.
 */
export const primaryQuery = `select (case when current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as lsn,
  ${timelineSql} as timeline, ${storedColumns}`

interface PrimaryRow {
  readonly lsn: string
  /** Hexadecimal. */
  readonly timeline: string
  readonly storedTimeline: number | null
  readonly databaseId: number | null
}

/** Returns the position; `isStored`: whether a replica of this timeline can be recognized. */
export function parsePosition(
  row: PrimaryRow | undefined,
): { readonly position: PrimaryPosition; readonly isStored: boolean } | undefined {
  if (row === undefined || row.databaseId === null) return undefined
  const timeline = Number.parseInt(row.timeline, 16)
  return {
    position: { lsn: row.lsn, timeline, databaseId: row.databaseId },
    isStored: row.storedTimeline === timeline,
  }
}

/**
 * Stores the timeline in the database itself, once after each promotion. A server that follows another timeline never
 * gets the row, whatever position it has: PostgreSQL does not report the timeline of a replica to ordinary roles.
 */
export async function storeTimeline(tx: Parameters<typeof setNumber>[0], timeline: number): Promise<void> {
  await setNumber(tx, timelineName, timeline)
}

/** Asks a replica whether it has replayed the position of its parameter. */
export const replayQuery = `select pg_is_in_recovery()::int as standby,
  coalesce((pg_last_wal_replay_lsn() >= $1::pg_lsn)::int, 0) as replayed, ${storedColumns}`

interface ReplayRow {
  readonly standby: number
  readonly replayed: number
  readonly storedTimeline: number | null
  readonly databaseId: number | null
}

/** `never`: it is not a replica of this primary. */
export function isReplayed(row: ReplayRow | undefined, position: PrimaryPosition): 'yes' | 'not yet' | 'never' {
  if (row === undefined || row.standby !== 1 || row.databaseId !== position.databaseId) return 'never'
  if (row.replayed !== 1) return 'not yet'
  return row.storedTimeline === position.timeline ? 'yes' : 'never'
}
