import { sql } from 'kysely'
import type { Database, Tx } from '../db/db.ts'
import { MoveError } from './move-error.ts'
import { loadPostponedIndexes, type PostponedIndex, savePostponedIndexes } from './unfinished-move.ts'

/**
 * Drops the indexes of a target, and the foreign keys of PostgreSQL, unless an earlier start has done so. Adding each
 * row to them takes longer than inserting it, the more rows there are. Primary keys and unique constraints stay.
 */
export const postponeIndexes = (target: Database): Promise<void> =>
  target.write(async (tx) => {
    if ((await loadPostponedIndexes(tx)) !== undefined) return
    const postponed = await (target.dialect === 'sqlite' ? findSqliteIndexes(tx) : findPostgresIndexes(tx))
    for (const { drop } of postponed) await sql.raw(drop).execute(tx)
    await savePostponedIndexes(tx, postponed)
  })

/** Creates them again, each in a transaction of its own, so that an interrupted move continues with the next one. */
export async function createPostponedIndexes(
  target: Database,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const postponed = (await loadPostponedIndexes(target.read)) ?? []
  for (const [position, { table, create }] of postponed.entries()) {
    await target.write(async (tx) => {
      await savePostponedIndexes(tx, postponed.slice(position + 1))
      if (target.dialect === 'postgres') await allowMemory(tx)
      try {
        await sql.raw(create).execute(tx)
      } catch (cause) {
        if (!isViolation(cause)) throw cause
        throw new MoveError(`A row of ${table} is rejected: ${cause.message}`, { cause })
      }
    })
    onProgress(position + 1, postponed.length)
  }
}

/** Indexes of constraints have no SQL of their own. */
async function findSqliteIndexes(tx: Tx): Promise<readonly PostponedIndex[]> {
  const { rows } = await sql<PostponedIndex>`select tbl_name as "table",
      'drop index "' || name || '"' as "drop", sql as "create"
    from sqlite_master where type = 'index' and sql is not null and sql not like 'create unique %'
    order by 1, 3`.execute(tx)
  return rows
}

/** Returns the indexes and foreign keys of the tables of PostgreSQL, the latter after all indexes. */
export async function findPostgresIndexes(tx: Tx): Promise<readonly PostponedIndex[]> {
  const { rows: indexes } = await sql<PostponedIndex>`select pg_index.indrelid::regclass::text as "table",
      'drop index ' || pg_index.indexrelid::regclass as drop, pg_get_indexdef(pg_index.indexrelid) as create
    from pg_index join pg_class on pg_class.oid = pg_index.indrelid
    where pg_class.relnamespace = current_schema()::regnamespace and not pg_index.indisunique
    order by 1, 3`.execute(tx)
  const { rows: keys } = await sql<PostponedIndex>`select conrelid::regclass::text as "table",
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f'
    order by 1, 3`.execute(tx)
  return [...indexes, ...keys]
}

/** The default of 64 MB makes several passes over large tables. */
const allowMemory = (tx: Tx): Promise<unknown> =>
  sql`select set_config('maintenance_work_mem', '256MB', true)
    where pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB')`.execute(tx)

const isViolation = (cause: unknown): cause is Error =>
  cause instanceof Error && 'code' in cause && String(cause.code).startsWith('23')
