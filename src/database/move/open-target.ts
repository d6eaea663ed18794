import { sql } from 'kysely'
import { type Database, type DatabaseOptions, openDatabase } from '../db/db.ts'
import { isMigrated } from '../maintenance/inspect-database.ts'
import { isDatabaseEmpty } from '../maintenance/is-database-empty.ts'
import type { Migration } from '../migrations/migrate.ts'
import { type DatabaseLocation, describeLocation } from './database-location.ts'
import { MoveError } from './move-error.ts'
import { beginMove, findMoveSource, unfinishedMoveTable } from './unfinished-move.ts'

/** Opens the target of a move with its tables; throws if it has data that this move did not copy. */
export async function openTarget(
  location: DatabaseLocation,
  source: string,
  migrations: readonly Migration[],
  options: Pick<DatabaseOptions, 'pooling' | 'outageWaitMs'>,
): Promise<Database> {
  const db = await openDatabase({
    ...options,
    ...location,
    poolSize: 2,
    isCopy: true,
    statementTimeoutMs: 0,
    migrations: [...migrations, beginMove(source)],
  })
  try {
    await assertUsable(db, location, source)
    await db.migrate()
    // PostgreSQL may still be running the last transaction of a move that was killed.
    if (db.dialect === 'postgres')
      await db.write((tx) => sql`lock table ${sql.table(unfinishedMoveTable)} in exclusive mode`.execute(tx))
    return db
  } catch (problem) {
    await db.close()
    throw problem
  }
}

async function assertUsable(db: Database, location: DatabaseLocation, source: string): Promise<void> {
  if (await isDatabaseEmpty(db)) return
  const [name, way] =
    'url' in location
      ? [describeLocation(location), 'drop it and create it again, or choose another database']
      : [describeLocation(location), 'move this file away, or choose another directory']
  if (await hasTable(db, unfinishedMoveTable)) {
    const begun = await findMoveSource(db.read)
    if (begun === source) return
    throw new MoveError(`${name} contains part of ${begun}, whose move was not finished: finish it, or ${way}`)
  }
  if (await isUnused(db)) return
  throw new MoveError(`${name} has data already, and nothing is overwritten: ${way}`)
}

/** Whether only migrations have run, such as when a move was interrupted before its first row. */
async function isUnused(db: Database): Promise<boolean> {
  if (!(await isMigrated(db)) || !(await hasTable(db, 'user'))) return false
  const { rows } = await sql`select id from "user" union all select id from project limit 1`.execute(db.read)
  return rows.length === 0
}

async function hasTable({ dialect, read }: Database, name: string): Promise<boolean> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql`select 1 from sqlite_master where name = ${name}`.execute(read)
      : await sql`select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
          where nspname = current_schema() and relname = ${name}`.execute(read)
  return rows.length > 0
}
