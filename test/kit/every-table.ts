import { sql } from 'kysely'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/database/db/db.ts'
import { getConnection } from '../../src/database/engine/builders.ts'

interface ColumnRow {
  readonly name: string
  readonly type: string
  readonly isRequired: number
  readonly target: string | null
}

/** Adds a row to each table of SQLite that has none, with references to existing rows. */
export async function fillEmptyTables(db: Database): Promise<void> {
  const tables = await tableNames(db)
  for (let left = tables, before = 0; left.length !== before; ) {
    before = left.length
    const unfilled: string[] = []
    // A table is filled after those that it references.
    for (const table of left) if (!(await fillIfEmpty(db, table))) unfilled.push(table)
    left = unfilled
  }
}

async function fillIfEmpty(db: Database, table: string): Promise<boolean> {
  const { rows: existing } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db.read)
  if (existing.length > 0) return true
  const { rows: columns } = await sql<ColumnRow>`select c.name, c.type, c."notnull" as "isRequired", f."table" as target
    from pragma_table_info(${table}) as c left join pragma_foreign_key_list(${table}) as f on f."from" = c.name
    order by c.cid`.execute(db.read)
  const values = columns.map((column) => chooseValue(column))
  const insert = sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    values (${sql.join(values)})`
  return db
    .write(async (tx) => {
      // Below the database layer, which must know the artifacts that show a row.
      const { sql: statement, parameters } = insert.compile(tx)
      await getConnection(tx).execute(statement, parameters)
    })
    .then(
      () => true,
      () => false,
    )
}

function chooseValue({ name, type, target }: ColumnRow) {
  const [, noun] = /(\w+?)_id$/.exec(name) ?? []
  if (target !== null) return sql`(select min(id) from ${sql.table(target)})`
  if (type !== 'INTEGER') return type === 'REAL' ? 0.1 : text
  if (/_(on|at)$|^at$|until/.test(name)) return 2_000_000_000
  if (noun !== undefined && /^(?:\w+_)?(user|artifact|field|project|tracker|change)$/.test(noun))
    return sql`(select max(id) from ${sql.table(noun.replace(/^.*_/, ''))})`
  return 1
}

/** Text, and JSON as well. */
const text = `"Ä 'q' € 😀"`

const tableNames = async (db: Database): Promise<string[]> =>
  (
    await sql<{ name: string }>`select name from pragma_table_list
      where schema = 'main' and type = 'table' and name not like 'sqlite!_%' escape '!' order by name`.execute(db.read)
  ).rows.flatMap(({ name }) => (internal.has(name) ? [] : [name]))

const internal: ReadonlySet<string> = new Set(['migration', 'sequence', 'text_indexed'])

/** Returns all rows of all tables as JSON, in the same order for each database. */
export async function dumpTables(location: DatabaseOptions): Promise<ReadonlyMap<string, readonly string[]>> {
  const db = await openDatabase(location)
  try {
    const names =
      db.dialect === 'sqlite'
        ? await tableNames(db)
        : (
            await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'
              and tablename <> 'migration'`.execute(db.read)
          ).rows.map(({ name }) => name)
    const dump = new Map<string, readonly string[]>()
    for (const name of names.sort()) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db.read)
      // Each database has a format of its own for the words of an index, and PostgreSQL an order of transactions.
      dump.set(name, rows.map(({ words, transaction_id, ...row }) => JSON.stringify(row)).sort())
    }
    return dump
  } finally {
    await db.close()
  }
}
