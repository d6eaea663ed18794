import { type CompiledQuery, type Insertable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import { dialectOf } from './builders.ts'
import type { Tx } from './db.ts'
import type { Tables } from './tables.ts'

type Insert<T extends keyof Tables> = InsertQueryBuilder<Tables, T, InsertResult>

/** Rows of one PostgreSQL statement. */
const rowsAtOnce = 1000

/**
 * Inserts many rows with the same columns. The statement is one text however many they are: SQLite, in this process,
 * runs it row by row; PostgreSQL gets the rows as one parameter. `finish` adds what comes behind, such as `on conflict`.
 */
export async function insertRows<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
  finish: (insert: Insert<T>) => Insert<T> = (insert) => insert,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  if (dialectOf(tx) === 'sqlite')
    await oneByOne(tx, finish(tx.insertInto(table).values(first)).compile(), columns, rows)
  else for (const insert of inParts(tx, table, columns, rows)) await finish(insert).execute()
}

async function oneByOne(
  tx: Tx,
  compiled: CompiledQuery,
  columns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const executor = tx.getExecutor()
  for (const row of rows) {
    // The columns are those of every row; Insertable does not let itself be read by name.
    const parameters = columns.map((column) => (row as Readonly<Record<string, unknown>>)[column])
    await executor.executeQuery({ ...compiled, parameters })
  }
}

function* inParts<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  columns: readonly string[],
  rows: readonly object[],
): Generator<Insert<T>> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const part = JSON.stringify(rows.slice(start, start + rowsAtOnce))
    const source = sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${part}::json)`
    // The columns are the table's own: they are the keys of its rows.
    yield tx
      .insertInto(table)
      .columns(columns as never)
      .expression(source as never)
  }
}
