import { sql } from 'kysely'
import type { Database, Reader } from '../db/db.ts'
import { migrations } from '../migrations/list.ts'
import { describeForeignMigrations } from '../migrations/migrate.ts'

/** Result of the inspection of a database; nothing is changed. */
export interface DatabaseInspection {
  readonly version: string
  /** Migrations that have not run. */
  readonly pending: readonly string[]
  /** Why this version cannot use the database; null: it can. */
  readonly foreignMigrations: string | null
  /** Problems, in the words of the database. */
  readonly damages: readonly string[]
  /** Settings with which an acknowledged write could be lost: `fsync = off`. */
  readonly unsafeSettings: readonly string[]
}

type EngineInspection = Pick<DatabaseInspection, 'version' | 'damages' | 'unsafeSettings'>

export async function inspectDatabase(db: Database): Promise<DatabaseInspection> {
  const done = await appliedMigrations(db.read)
  const pending = migrations.map(({ name }) => name).filter((name) => !done.has(name))
  const foreignMigrations = describeForeignMigrations(done, migrations) ?? null
  return {
    pending,
    foreignMigrations,
    ...(await (db.dialect === 'sqlite' ? inspectSqlite(db) : inspectPostgres(db.read))),
  }
}

/** Whether a migration has run or is about to: false for an empty database. */
export async function isMigrated(db: Database): Promise<boolean> {
  const table =
    db.dialect === 'sqlite'
      ? sql`select name from sqlite_master where name = 'migration'`
      : sql`select 1 where to_regclass('migration') is not null`
  return (await table.execute(db.read)).rows.length > 0
}

async function appliedMigrations(db: Reader): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
    return new Set(rows.map(({ name }) => name))
  } catch {
    // An empty database has no such table.
    return new Set()
  }
}

async function inspectSqlite(db: Database): Promise<EngineInspection> {
  const version = await sql<{ version: string }>`select sqlite_version() as version`.execute(db.read)
  const check = await sql<{ quick_check: string }>`pragma quick_check`.execute(db.read)
  const damages = check.rows.map(({ quick_check }) => quick_check).filter((text) => text !== 'ok')
  const [journal, sync] = await db.write(async (tx) => [
    (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(tx)).rows[0]?.journal_mode,
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(tx)).rows[0]?.synchronous,
  ])
  const unsafeSettings = [
    ...(journal === 'wal' ? [] : [`journal_mode = ${journal}`]),
    // 0: writes are not even ordered. The log is synced separately (packages/sqlite/src/wal.ts).
    ...(Number(sync) >= 1 ? [] : [`synchronous = ${sync}`]),
  ]
  return { version: `SQLite ${version.rows[0]?.version}`, damages, unsafeSettings }
}

/** PostgreSQL checks its pages as it reads them; only settings that an operator can have disabled are queried. */
async function inspectPostgres(db: Reader): Promise<EngineInspection> {
  const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('server_version', 'fsync', 'full_page_writes', 'synchronous_commit')`.execute(db)
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const unsafeSettings = ['fsync', 'full_page_writes', 'synchronous_commit'].filter(
    (name) => settings.get(name) === 'off',
  )
  return {
    version: `PostgreSQL ${settings.get('server_version')}`,
    damages: [],
    unsafeSettings: unsafeSettings.map((name) => `${name} = off`),
  }
}
