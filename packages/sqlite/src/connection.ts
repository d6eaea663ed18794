import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { isBusy, retryWhileBusy } from './busy.ts'
import { type Scalar, toScalar } from './scalar.ts'
import type { Connection, SqlFunctions, StatementResult } from './types.ts'

/** What a connection is for: it decides on its locks, its cache and when it syncs. */
export type Role = 'writer' | 'reader' | 'snapshot' | 'migration' | 'checkpoint'

const cacheMegabytes: { readonly [R in Role]: number } = {
  writer: 8,
  reader: 8,
  snapshot: 8,
  migration: 20,
  checkpoint: 1,
}

export const autocheckpoint = 'pragma wal_autocheckpoint = 1000'

/** Opens a connection. Only a writer or a migration creates the file. */
export function connect(file: string, role: Role, functions: SqlFunctions): SqliteConnection {
  const reads = role === 'reader' || role === 'snapshot'
  // Waiting inside SQLite blocks the event loop. A reader meets a lock only while another process recovers or closes
  // the log, which is short; a writer waits outside, see retryWhileBusy().
  const database = new DatabaseSync(file, { readOnly: reads, timeout: reads ? 2_000 : 0 })
  try {
    database.exec(`pragma cache_size = -${cacheMegabytes[role] * 1024}; pragma temp_store = memory`)
    // Pages come from the system's cache without a copy: less private memory, faster reads of documents. A writer gains
    // nothing from it, and the pages of an import would count as memory of this process.
    if (reads) database.exec(`pragma mmap_size = ${256 * 1024 * 1024}`)
    if (!reads) prepareToWrite(database, file, role)
    for (const [name, run] of Object.entries(functions)) {
      // No stored definition may use them: other programs could not read the database any more.
      database.function(name, { deterministic: true, directOnly: true }, run)
    }
  } catch (error) {
    database.close()
    throw error
  }
  return new SqliteConnection(database)
}

function prepareToWrite(database: DatabaseSync, file: string, role: Role): void {
  // Must be set before the first table. A document has some KB: smaller pages would be mostly empty.
  database.exec('pragma page_size = 8192')
  const mode = database.prepare('pragma journal_mode = wal').get()?.['journal_mode']
  if (mode !== 'wal') throw new Error(`SQLite cannot create its log next to ${file}: is it on a network file system?`)
  // The writer's log is synced separately before a write is acknowledged (wal.ts): NORMAL omits that sync and keeps the
  // order of log and file, so that a loss of power affects only whole transactions that were not acknowledged.
  // fullfsync is for macOS, whose fsync stops at the drive.
  database.exec(`pragma synchronous = ${role === 'migration' ? 'full' : 'normal'}; pragma fullfsync = on`)
  database.exec(`${autocheckpoint}; pragma journal_size_limit = 67108864`)
  // A migration may rebuild a table that others reference; it checks the references before it commits.
  database.exec(`pragma foreign_keys = ${role === 'migration' ? 'off' : 'on'}`)
}

interface PreparedStatement {
  readonly statement: StatementSync
  readonly parameters: number
  readonly mayWrite: boolean
  /** Empty for a statement that returns no rows. */
  columns: readonly string[]
}

const maxPrepared = 500

export class SqliteConnection implements Connection {
  readonly #database: DatabaseSync
  /** By text, the least recently used first. */
  readonly #prepared = new Map<string, PreparedStatement>()
  /** Number of changes since the transaction began; statements that return rows are not counted. */
  rowsWritten = 0
  /** Number of statements since the transaction began that may have written. */
  writes = 0

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get inTransaction(): boolean {
    return this.#database.isOpen && this.#database.isTransaction
  }

  /** Returns whether a row was written since the connection was opened; every migration records itself in one. */
  get hasWritten(): boolean {
    return this.#database.prepare('select total_changes() as n').get()?.['n'] !== 0
  }

  run(sql: string): void {
    this.#database.exec(sql)
  }

  async begin(): Promise<void> {
    if (this.inTransaction) this.run('rollback')
    await retryWhileBusy(() => this.run('begin immediate'))
    this.rowsWritten = 0
    this.writes = 0
  }

  execute(sql: string, given: readonly unknown[]): StatementResult {
    const prepared = this.#prepare(sql)
    if (given.length !== prepared.parameters) {
      throw new TypeError(`The statement has ${prepared.parameters} parameters but ${given.length} values`)
    }
    const values = given.map(toBoundValue)
    if (prepared.mayWrite) this.writes++
    if (prepared.columns.length === 0) {
      const { changes } = prepared.statement.run(...values)
      this.rowsWritten += Number(changes)
      return { rows: [], numAffectedRows: BigInt(changes) }
    }
    // The statement returns arrays, see #prepare(); the driver's type does not describe that.
    const rows = prepared.statement.all(...values) as unknown as unknown[][]
    // Another process changed the table, and SQLite prepared the statement again.
    if (rows[0] && rows[0].length !== prepared.columns.length) prepared.columns = columnsOf(prepared.statement)
    const { columns } = prepared
    return { rows: rows.map((row) => toObject(columns, row)) as never[] }
  }

  #prepare(sql: string): PreparedStatement {
    let prepared = this.#prepared.get(sql)
    if (prepared !== undefined) this.#prepared.delete(sql)
    else {
      const statement = this.#database.prepare(sql)
      // The driver's own objects have no prototype and are slower to create and to serialize as JSON.
      statement.setReturnArrays(true)
      const mayWrite = !/^\s*select\b/i.test(sql)
      prepared = { statement, parameters: countParameters(sql), mayWrite, columns: columnsOf(statement) }
    }
    this.#prepared.set(sql, prepared)
    if (this.#prepared.size > maxPrepared) this.#forgetOldest()
    return prepared
  }

  #forgetOldest(): void {
    for (const oldest of this.#prepared.keys()) {
      this.#prepared.delete(oldest)
      return
    }
  }

  /** Discards prepared statements: after the tables changed, their columns may be wrong. */
  forgetStatements(): void {
    this.#prepared.clear()
  }

  /** A migration runs without foreign keys, so they are checked at its end. */
  checkReferences(): void {
    const [broken] = this.execute('pragma foreign_key_check', []).rows
    if (broken !== undefined) throw new Error(`The migration leaves a broken reference: ${JSON.stringify(broken)}`)
  }

  /** Updates the statistics for the planner; if another process writes now, it updates them. */
  optimize(): void {
    try {
      this.run('pragma optimize')
    } catch (error) {
      if (!isBusy(error)) throw error
    }
  }

  close(): void {
    this.#database.close()
  }
}

const columnsOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name)

function toObject(columns: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) object[columns[i] as string] = row[i]
  return object
}

/** The driver binds a number as REAL, which shows where no column converts it: `'#' || 5` would be '#5.0'. */
function toBoundValue(value: unknown, position: number): Scalar {
  const scalar = toScalar(value, position)
  return Number.isSafeInteger(scalar) ? BigInt(scalar as number) : scalar
}

const quotedOrParameter = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g

/** The driver treats a missing parameter as NULL and cannot count the parameters. */
function countParameters(sql: string): number {
  let count = 0
  for (const [found] of sql.matchAll(quotedOrParameter)) if (found === '?') count++
  return count
}
