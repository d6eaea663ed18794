import { type ColumnDataType, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { builderOn, transactionOn } from './builders.ts'
import type { Connection, Dialect, Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
type AnyTables = any

export interface Migration {
  readonly name: string
  up(db: Kysely<AnyTables>, dialect: Dialect): Promise<void>
}

/** Runs what has not run yet, in order, each in a transaction of its own that leaves all or nothing. */
export async function migrateAll(engine: Engine, migrations: readonly Migration[]): Promise<void> {
  if (migrations.length === 0) return
  const done = await engine.migrate((connection) => appliedOn(engine.dialect, connection))
  for (const migration of migrations) {
    if (!done.has(migration.name)) await engine.migrate((connection) => apply(engine.dialect, connection, migration))
  }
}

async function appliedOn(dialect: Dialect, connection: Connection): Promise<Set<string>> {
  const db = builderOn<AnyTables>(dialect, connection)
  await createTable(db, dialect, 'migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_on', columnTypes(dialect).time, (column) => column.notNull())
    .execute()
  const rows = await db.selectFrom('migration').select('name').execute()
  return new Set(rows.map(({ name }) => name))
}

async function apply(dialect: Dialect, connection: Connection, migration: Migration): Promise<void> {
  const db = transactionOn<AnyTables>(dialect, connection)
  // Another process may have come first since the list was read; the lock is ours now.
  if ((await appliedOn(dialect, connection)).has(migration.name)) return
  await migration.up(db, dialect)
  await db
    .insertInto('migration')
    .values({ name: migration.name, applied_on: Math.floor(Date.now() / 1000) })
    .execute()
}

interface ColumnTypes {
  readonly id: ColumnDataType
  /** The database numbers the rows; nobody knows the numbers but its own indexes. */
  readonly auto: ColumnDataType
  readonly integer: ColumnDataType
  /** 0 or 1. */
  readonly flag: ColumnDataType
  /** Seconds since 1970. */
  readonly time: ColumnDataType
  readonly real: ColumnDataType
  readonly text: ColumnDataType
  readonly bytes: ColumnDataType
}

const types: { readonly [D in Dialect]: ColumnTypes } = {
  sqlite: {
    id: 'integer',
    auto: 'integer',
    integer: 'integer',
    flag: 'integer',
    time: 'integer',
    real: 'real',
    text: 'text',
    bytes: 'blob',
  },
  postgres: {
    id: 'bigint',
    auto: 'bigserial',
    integer: 'bigint',
    flag: 'smallint',
    time: 'bigint',
    real: 'double precision',
    text: 'text',
    bytes: 'bytea',
  },
}

/** For migrations: the columns' types, chosen so that both databases answer the same JavaScript values. */
export const columnTypes = (dialect: Dialect): ColumnTypes => types[dialect]

/** For migrations: a table that checks its types; `clustered` keeps the rows in the primary key (SQLite). */
export function createTable(
  db: Kysely<AnyTables>,
  dialect: Dialect,
  name: string,
  shape?: 'clustered',
): CreateTableBuilder<string, never> {
  const table = db.schema.createTable(name)
  if (dialect === 'postgres') return table
  return table.modifyEnd(shape === 'clustered' ? sql`strict, without rowid` : sql`strict`)
}
