import { sql } from 'kysely'
import { getDialect } from '../engine/builders.ts'
import type { Reader } from '../tables/transaction.ts'

/** Returns the size of the database in bytes, with its indexes. */
export async function readDatabaseSize(db: Reader): Promise<number> {
  const size =
    getDialect(db) === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { rows } = await size.execute(db)
  return rows[0]?.bytes ?? 0
}

export interface ReplicaLag {
  readonly name: string
  /** Of the log that the replica has not replayed yet. */
  readonly bytes: number
}

/** Returns how far the replicas of PostgreSQL are behind, as far as its role may see them (`pg_monitor`). */
export async function readReplicaLags(db: Reader): Promise<readonly ReplicaLag[]> {
  if (getDialect(db) === 'sqlite') return []
  const { rows } = await sql<ReplicaLag>`
    select application_name as name, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) as bytes
    from pg_stat_replication where replay_lsn is not null`.execute(db)
  return rows
}
