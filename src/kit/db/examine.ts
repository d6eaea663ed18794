import { sql } from 'kysely'
import type { Database, Reader } from './db.ts'
import { migrations } from './migrations/list.ts'

/** What a look at a database finds; nothing is changed. */
export interface Examination {
  readonly version: string
  /** Migrations that have not run. */
  readonly pending: readonly string[]
  /** In the words of the database. */
  readonly damages: readonly string[]
  /** Ways in which this server could forget a write that was answered: `fsync = off`. */
  readonly carelessness: readonly string[]
}

export async function examineDatabase(db: Database): Promise<Examination> {
  const done = await applied(db.read)
  const pending = migrations.map(({ name }) => name).filter((name) => !done.has(name))
  return { pending, ...(await (db.dialect === 'sqlite' ? examineSqlite(db) : examinePostgres(db.read))) }
}

async function applied(db: Reader): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
    return new Set(rows.map(({ name }) => name))
  } catch {
    // An empty database has no such table.
    return new Set()
  }
}

async function examineSqlite(db: Database): Promise<Omit<Examination, 'pending'>> {
  const version = await sql<{ version: string }>`select sqlite_version() as version`.execute(db.read)
  const check = await sql<{ quick_check: string }>`pragma quick_check`.execute(db.read)
  const damages = check.rows.map(({ quick_check }) => quick_check).filter((text) => text !== 'ok')
  const [journal, sync] = await db.write(async (tx) => [
    (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(tx)).rows[0]?.journal_mode,
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(tx)).rows[0]?.synchronous,
  ])
  const carelessness = [
    ...(journal === 'wal' ? [] : [`journal_mode = ${journal}`]),
    // 0: not even in order. The log comes to the disk beside (sqlite-log.ts).
    ...(Number(sync) >= 1 ? [] : [`synchronous = ${sync}`]),
  ]
  return { version: `SQLite ${version.rows[0]?.version}`, damages, carelessness }
}

/** PostgreSQL checks its pages as it reads them; what an operator can have switched off is asked for. */
async function examinePostgres(db: Reader): Promise<Omit<Examination, 'pending'>> {
  const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('server_version', 'fsync', 'full_page_writes', 'synchronous_commit')`.execute(db)
  const found = new Map(rows.map(({ name, setting }) => [name, setting]))
  const carelessness = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => found.get(name) === 'off')
  return {
    version: `PostgreSQL ${found.get('server_version')}`,
    damages: [],
    carelessness: carelessness.map((name) => `${name} = off`),
  }
}
