import {
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  sql,
} from 'kysely'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { SentQuery } from '../effects/find-writes.ts'
import type { ChangeLog } from '../effects/log-entry.ts'
import { getDialect } from '../engine/builders.ts'
import { nameStatement } from '../engine/named-statements.ts'
import type { Tables } from '../tables/tables.ts'
import type { Tx } from '../tables/transaction.ts'

type Insert<T extends keyof Tables> = InsertQueryBuilder<Tables, T, InsertResult>

/** Maximum number of rows of one PostgreSQL statement. */
const rowsAtOnce = 1000

/**
 * Inserts many rows with the same columns. The text of the statement does not depend on their number: SQLite, in this
 * process, runs it row by row; PostgreSQL gets the rows as one parameter. `finish` appends clauses such as `on
 * conflict`, without parameters; statements are cached by this function. `log`: the entries of the change log that the
 * rows need (seen-changes.ts).
 */
export async function insertRows<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
  finish: (insert: Insert<T>) => Insert<T> = identity,
  log?: ChangeLog,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  if (getDialect(tx) === 'sqlite') {
    const write = () => finish(tx.insertInto(table).values(first))
    await insertOneByOne(tx, compiledOnce(finish, ['sqlite', table, ...columns], write), columns, rows, log)
  } else {
    const write = () => finish(fromJson(tx, table, columns))
    await insertInChunks(tx, compiledOnce(finish, ['postgres', table, ...columns], write), rows, log)
  }
}

const identity = <Insert>(insert: Insert): Insert => insert

/** Cache by `finish`, then by dialect, table and columns: building a statement takes longer than running it. */
const compiledInserts = new WeakMap<object, Map<string, CompiledQuery>>()

function compiledOnce(finish: object, parts: readonly string[], write: () => Compilable): CompiledQuery {
  const key = parts.join(' ')
  const statements = compiledInserts.get(finish) ?? new Map<string, CompiledQuery>()
  compiledInserts.set(finish, statements)
  const statement = statements.get(key) ?? nameStatement(write().compile())
  statements.set(key, statement)
  return statement
}

async function insertOneByOne(
  tx: Tx,
  compiled: CompiledQuery,
  columns: readonly string[],
  rows: readonly object[],
  log: ChangeLog | undefined,
): Promise<void> {
  const executor = tx.getExecutor()
  for (const [index, row] of rows.entries()) {
    // The columns are those of every row; the type Insertable cannot be indexed by name.
    const parameters = columns.map((column) => (row as Readonly<Record<string, unknown>>)[column])
    const query: SentQuery = { ...compiled, parameters, rows: [row], log: partOf(log, index) }
    await executor.executeQuery(query)
  }
}

/** The first statement has the entries of all. */
const partOf = (log: ChangeLog | undefined, index: number): ChangeLog | undefined =>
  index === 0 || log === 'new tracker' ? log : undefined

async function insertInChunks(
  tx: Tx,
  compiled: CompiledQuery,
  rows: readonly object[],
  log: ChangeLog | undefined,
): Promise<void> {
  const executor = tx.getExecutor()
  for (const [index, batch] of [...splitIntoBatches(rows, rowsAtOnce)].entries()) {
    const part = JSON.stringify(batch)
    const parameters = compiled.parameters.map((parameter) => (parameter === thePart ? part : parameter))
    const query: SentQuery = { ...compiled, parameters, rows: batch, log: partOf(log, index) }
    await executor.executeQuery(query)
  }
}

/** Placeholder of the rows until they are known. */
const thePart = Symbol('rows as JSON')

function fromJson<T extends keyof Tables & string>(tx: Tx, table: T, columns: readonly string[]): Insert<T> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const source = sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${thePart}::json)`
  // The columns are the table's: they are the keys of its rows.
  return tx
    .insertInto(table)
    .columns(columns as never)
    .expression(source as never)
}
