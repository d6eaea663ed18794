import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { retryWhileBusy } from './busy.ts'
import { autocheckpoint, connect, type SqliteConnection } from './connection.ts'
import { createGroupCommit } from './group-commit.ts'
import { startReadThread } from './read-thread.ts'
import type { Connection, SqlFunctions } from './types.ts'
import { openWal } from './wal.ts'

export interface SqliteOptions {
  /** Functions for all statements; `readThread` passes the same ones to the thread. */
  readonly functions: SqlFunctions
  /** Module that calls `runReadThread` (run-read-thread.ts). */
  readonly readThread: URL
}

export interface SqliteDatabase {
  /** Reads; each query sees everything that was committed before it. */
  readonly read: Connection
  /** Variant for small queries, on the connection that has the latest pages in its cache. */
  readonly quickRead: Connection
  /** Variant that runs on another thread, so that this one does not wait. */
  readonly longRead: Connection
  /**
   * Runs one transaction and resolves once it is on the disk. Transactions that wait at the same time are committed
   * together; if the work of one rejects, its changes alone are rolled back. For this, the work of another one may run
   * a second time, after all that it wrote the first time was rolled back.
   */
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Runs reads that all see the same state. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Runs one transaction that may rebuild tables: references are checked at its end, and other processes wait. */
  migrate<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Waits for the transactions that have begun; later ones are refused. */
  close(): Promise<void>
}

/**
 * Opens a database, and creates its file and directory if they are missing. One connection of the process writes,
 * others read concurrently; several processes may open it.
 */
export async function openSqlite(
  file: string,
  { functions, readThread: program }: SqliteOptions,
): Promise<SqliteDatabase> {
  await mkdir(dirname(file), { recursive: true, mode: 0o750 })
  // Other users of the machine must not read it; the log gets the permissions of the file.
  await (await open(file, 'a', 0o640)).close()
  // The first connection creates the file, which a read-only connection cannot do.
  const writer = await retryWhileBusy(() => connect(file, 'writer', functions))
  const reader = connect(file, 'reader', functions)
  const idleSnapshots: SqliteConnection[] = []
  const readThread = startReadThread(file, program)
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
    get writes() {
      return writer.writes
    },
    synced: () => log.synced(),
  })
  let closed = false
  let closing: Promise<void> | undefined

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
    read: reader,

    // The reader has to load again what a commit changed, and the writer has it in its cache.
    quickRead: {
      execute(sql, given) {
        const isFree = !closed && !writer.inTransaction && sql.startsWith('select ')
        return (isFree ? writer : reader).execute(sql, given)
      },
    },

    longRead: readThread,

    async write(work) {
      if (closed) throw new Error('The database is closed')
      return group.add(() => work(writer))
    },

    // A separate connection: on the shared one, reads that begin after a write would see the earlier state.
    async snapshot(work) {
      const connection = idleSnapshots.pop() ?? connect(file, 'snapshot', functions)
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
      const connection = await retryWhileBusy(() => connect(file, 'migration', functions))
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

    close() {
      closed = true
      closing ??= close()
      return closing
    },
  }

  async function close(): Promise<void> {
    await group.idle()
    await log.close()
    await readThread.close()
    for (const connection of [...idleSnapshots.splice(0), reader]) connection.close()
    writer.optimize()
    writer.close()
  }
}

const keptSnapshots = 2

const maxRowsCheckpointedHere = 1000
