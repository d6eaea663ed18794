import { type ColumnDataType, type CreateTableBuilder, type Expression, type Kysely, sql } from 'kysely'
import { createBuilder, createTransactionBuilder } from '../engine/builders.ts'
import type { Connection, Dialect, Engine, NewIndex } from '../engine/engine.ts'
import { DatabaseVersionError } from './database-version-error.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
type AnyTables = any

export interface Migration {
  readonly name: string
  /** Runs in a transaction. */
  up(db: Kysely<AnyTables>, dialect: Dialect): Promise<void>
  /** Created before `up`, outside of a transaction where the database requires it (createIndexes). */
  readonly indexes?: readonly NewIndex[]
}

/**
 * For migrations: creates indexes on tables that may be large. On PostgreSQL nodes of the previous release write to the
 * tables meanwhile, and an interrupted migration is repeated.
 */
export const createIndexes = (name: string, indexes: readonly NewIndex[]): Migration => ({
  name,
  indexes,
  async up(db, dialect) {
    if (dialect === 'postgres') return
    for (const { name: index, table, columns, isUnique } of indexes) {
      let creation = db.schema.createIndex(index).on(table)
      for (const column of columns)
        creation =
          typeof column === 'string' ? creation.column(column) : creation.expression(sql.raw(column.expression))
      await (isUnique ? creation.unique() : creation).execute()
    }
  },
})

/** Runs the pending migrations in order, each in its own transaction; indexes may be created before it. */
export async function migrateAll(engine: Engine, migrations: readonly Migration[]): Promise<void> {
  if (migrations.length === 0) return
  const done = await engine.migrate((connection) => appliedOn(engine.dialect, connection))
  const problem = describeForeignMigrations(done, migrations)
  if (problem !== undefined) throw new DatabaseVersionError(problem)
  for (const migration of migrations) {
    if (done.has(migration.name)) continue
    if (migration.indexes !== undefined) await engine.createIndexes?.(migration.indexes)
    await engine.migrate((connection) => apply(engine.dialect, connection, migration))
  }
}

/** Name among the migrations of a database to which another one is being moved (move/unfinished-move.ts). */
export const unfinishedMove = 'unfinished-move'

/** Describes why these migrations of a database are not those of this version; undefined: nothing is wrong. */
export function describeForeignMigrations(
  applied: ReadonlySet<string>,
  migrations: readonly Migration[],
): string | undefined {
  if (applied.has(unfinishedMove) && !migrations.some(({ name }) => name === unfinishedMove))
    return 'The database is the target of a move that is not finished. Repeat "tulipwood database move" to continue it, or empty the database.'
  const knownNames = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !knownNames.has(name)).sort()
  if (unknown.length === 0) return undefined
  const names = `${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ` and ${unknown.length - 3} more` : ''}`
  return applied.has(migrations[0]?.name ?? '')
    ? `The database was migrated by a newer version of Tulipwood (unknown migrations: ${names}). Start that version, or restore the backup that was made before the upgrade.`
    : `The database was created by a development version of Tulipwood that was never released (unknown migrations: ${names}). Its tables cannot be upgraded: export its projects with that version, start this version with an empty database, and import them.`
}

async function appliedOn(dialect: Dialect, connection: Connection): Promise<Set<string>> {
  const db = createBuilder<AnyTables>(dialect, connection)
  await createTable(db, dialect, 'migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_on', getColumnTypes(dialect).time, (column) => column.notNull())
    .execute()
  const rows = await db.selectFrom('migration').select('name').execute()
  return new Set(rows.map(({ name }) => name))
}

async function apply(dialect: Dialect, connection: Connection, migration: Migration): Promise<void> {
  const db = createTransactionBuilder<AnyTables>(dialect, connection)
  // Another process may have been faster since the list was read; now this process has the lock.
  if ((await appliedOn(dialect, connection)).has(migration.name)) return
  await migration.up(db, dialect)
  await db
    .insertInto('migration')
    .values({ name: migration.name, applied_on: Math.floor(Date.now() / 1000) })
    .execute()
}

export interface ColumnTypes {
  readonly id: ColumnDataType
  /** The database assigns the ids; only its indexes use them. */
  readonly auto: ColumnDataType
  readonly integer: ColumnDataType
  /** 0 or 1. */
  readonly flag: ColumnDataType
  /** Seconds since 1970. */
  readonly time: ColumnDataType
  readonly real: ColumnDataType
  readonly text: ColumnDataType
  readonly bytes: ColumnDataType
  /** The words of a text, for an index (text-index.ts). */
  readonly words: ColumnDataType | Expression<unknown>
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
    words: 'text',
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
    words: sql`tsvector`,
  },
}

/** For migrations: the types of columns, with which both databases return the same JavaScript values. */
export const getColumnTypes = (dialect: Dialect): ColumnTypes => types[dialect]

/** For migrations: creates a table that checks its types; `clustered` stores the rows in the primary key (SQLite). */
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
