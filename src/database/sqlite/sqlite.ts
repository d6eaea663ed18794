import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'kysely'
import { matchesPattern } from '../../kit/pattern/matches.ts'
import { patternFunction } from '../engine/builders.ts'
import { type Connection, type Engine, type Scalar, toScalar } from '../engine/engine.ts'
import { createGroupCommit } from './group-commit.ts'
import { startReadThread } from './sqlite-read-thread.ts'
import { openWal } from './sqlite-wal.ts'

/** Opens SQLite in this process: one connection writes, others read concurrently. */
export async function openSqlite(file: string): Promise<Engine> {
  await mkdir(dirname(file), { recursive: true, mode: 0o750 })
  // Other users of the machine must not read it; the log gets the permissions of the file.
  await (await open(file, 'a', 0o640)).close()
  // The first connection creates the file, which a read-only connection cannot do.
  const writer = await retryWhileBusy(() => connect(file, 'writer'))
  const reader = connect(file, 'reader')
  const idleSnapshots: SqliteConnection[] = []
  const readThread = startReadThread(file)
  const log = openWal(file)
  const group = createGroupCommit({
    begin: () => writer.begin(),
    run(statement) {
      if (statement === 'commit' && writer.rowsWritten > maxRowsCheckpointedHere) commitAndCheckpointBeside()
      else writer.run(statement)
    },
    get inTransaction() {
      return writer.inTransaction
    },
    synced: () => log.synced(),
  })
  let closed = false

  /**
   * After a large transaction another thread copies the pages of the log into the file, because it would block the
   * event loop for a tenth of a second. The log is complete before and after, so a crash in between loses nothing.
   */
  function commitAndCheckpointBeside(): void {
    writer.run('pragma wal_autocheckpoint = 0')
    try {
      writer.run('commit')
    } finally {
      void readThread
        .checkpoint()
        // The next checkpoint of the writer copies the rest.
        .catch(() => undefined)
        .then(() => closed || writer.run(autocheckpoint))
    }
  }

  return {
    dialect: 'sqlite',
    read: reader,

    // The reader has to load again what a commit changed, and the writer has it in its cache.
    quickRead: {
      execute(sql, given) {
        const isFree = !closed && !writer.inTransaction && sql.startsWith('select ')
        return (isFree ? writer : reader).execute(sql, given)
      },
    },

    longRead: readThread,
    exportRead: reader,

    async write(work) {
      if (closed) throw new Error('The database is closed')
      return group.add(() => work(writer))
    },

    // A separate connection: on the shared one, reads that begin after a write would see the earlier state.
    async snapshot(work) {
      const connection = idleSnapshots.pop() ?? connect(file, 'snapshot')
      try {
        connection.run('begin')
        return await work(connection)
      } finally {
        if (connection.inTransaction) connection.run('rollback')
        if (closed || idleSnapshots.length === keptSnapshots) connection.close()
        else idleSnapshots.push(connection)
      }
    },

    async migrate(work) {
      const connection = await retryWhileBusy(() => connect(file, 'migration'))
      try {
        await connection.begin()
        const result = await work(connection)
        // It reads every row that references another, so it does not run at each start.
        if (connection.hasWritten) connection.checkReferences()
        connection.run('commit')
        return result
      } finally {
        connection.close()
        for (const other of [writer, reader, ...idleSnapshots]) other.forgetStatements()
      }
    },

    statistics: () => ({ connections: null, outages: 0, conflicts: 0, replica: null }),

    async isReachable() {
      try {
        await reader.execute('select n from revision limit 1', [])
        return true
      } catch {
        return false
      }
    },

    async close() {
      closed = true
      await group.idle()
      await log.close()
      await readThread.close()
      for (const connection of [...idleSnapshots.splice(0), reader]) connection.close()
      writer.optimize()
      writer.close()
    },
  }
}

const keptSnapshots = 2

const maxRowsCheckpointedHere = 1000

const autocheckpoint = 'pragma wal_autocheckpoint = 1000'

/** Opens a read-only connection for another thread. */
export const connectToRead = (file: string): SqliteConnection => connect(file, 'reader')

/** Copies the content of the log into the database file without waiting for others; for another thread. */
export function checkpointWal(file: string): void {
  const connection = connect(file, 'checkpoint')
  try {
    connection.run('pragma wal_checkpoint(passive)')
  } finally {
    connection.close()
  }
}

type Role = 'writer' | 'reader' | 'snapshot' | 'migration' | 'checkpoint'

const cacheMegabytes: { readonly [R in Role]: number } = {
  writer: 8,
  reader: 8,
  snapshot: 8,
  migration: 20,
  checkpoint: 1,
}

function connect(file: string, role: Role): SqliteConnection {
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
    registerPatternFunction(database)
  } catch (error) {
    database.close()
    throw error
  }
  return new SqliteConnection(database)
}

/** SQLite has no regular expressions; no stored definition may use this function. */
function registerPatternFunction(database: DatabaseSync): void {
  database.function(patternFunction, { deterministic: true, directOnly: true }, (pattern, value) => {
    const isSearched = typeof value === 'string' || typeof value === 'number'
    return isSearched && matchesPattern(String(pattern), value) ? 1 : 0
  })
}

function prepareToWrite(database: DatabaseSync, file: string, role: Role): void {
  // Must be set before the first table. A document has some KB: smaller pages would be mostly empty.
  database.exec('pragma page_size = 8192')
  const mode = database.prepare('pragma journal_mode = wal').get()?.['journal_mode']
  if (mode !== 'wal') throw new Error(`SQLite cannot create its log next to ${file}: is it on a network file system?`)
  // The writer's log is synced separately before a write is acknowledged (sqlite-wal.ts): NORMAL omits that sync and
  // keeps the order of log and file, so that a loss of power affects only whole transactions that were not
  // acknowledged. fullfsync is for macOS, whose fsync stops at the drive.
  database.exec(`pragma synchronous = ${role === 'migration' ? 'full' : 'normal'}; pragma fullfsync = on`)
  database.exec(`${autocheckpoint}; pragma journal_size_limit = 67108864`)
  // A migration may rebuild a table that others reference; it checks the references before it commits.
  database.exec(`pragma foreign_keys = ${role === 'migration' ? 'off' : 'on'}`)
}

interface Prepared {
  readonly statement: StatementSync
  readonly parameters: number
  /** Empty for a statement that returns no rows. */
  columns: readonly string[]
}

const maxPrepared = 500

export class SqliteConnection implements Connection {
  readonly #database: DatabaseSync
  /** By text, the least recently used first. */
  readonly #prepared = new Map<string, Prepared>()
  /** Number of changes since the transaction began; statements that return rows are not counted. */
  rowsWritten = 0

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
  }

  execute(sql: string, given: readonly unknown[]): QueryResult<never> {
    const prepared = this.#prepare(sql)
    if (given.length !== prepared.parameters) {
      throw new TypeError(`The statement has ${prepared.parameters} parameters but ${given.length} values`)
    }
    const values = given.map(toBoundValue)
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
    // Kysely's types describe the columns; here they are not known.
    return { rows: rows.map((row) => toObject(columns, row)) as never[] }
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql)
    if (prepared !== undefined) this.#prepared.delete(sql)
    else {
      const statement = this.#database.prepare(sql)
      // The driver's own objects have no prototype and are slower to create and to serialize as JSON.
      statement.setReturnArrays(true)
      prepared = { statement, parameters: countParameters(sql), columns: columnsOf(statement) }
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

const busyCode = 5
const maxWaitMs = 30_000

/** Retries while another process writes, without blocking this one. */
async function retryWhileBusy<T>(attempt: () => T): Promise<T> {
  const until = performance.now() + maxWaitMs
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() > until) {
        throw new Error('Another process has been writing to the database for 30 seconds', { cause: error })
      }
    }
    await sleep(pause * (0.5 + Math.random()))
  }
}

// The low byte: the rest distinguishes kinds of busy, such as recovery of the log.
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === busyCode
