import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './busy.ts'
import { SqliteConnection } from './connection.ts'
import type { Connection } from './types.ts'

export class DatabaseInUseError extends Error {}

/** Enough for another short command to end. */
const maxWaitMs = 2000

/**
 * Opens an existing database to read it while no other connection has it open. Such a lock needs a connection that could write,
 * so writing is switched off in it; a process that has the database open, or tries to open it meanwhile, conflicts with
 * the lock. Throws a DatabaseInUseError after two seconds.
 */
export function openExclusively(file: string): Connection & { close(): void } {
  const database = new DatabaseSync(file, { timeout: maxWaitMs })
  try {
    database.exec('pragma locking_mode = exclusive; pragma query_only = on; pragma temp_store = memory')
    // The first read takes the lock, which is kept until the connection is closed.
    database.exec('select 1 from sqlite_master limit 1')
  } catch (cause) {
    database.close()
    throw isBusy(cause) ? new DatabaseInUseError(`${file} is in use`, { cause }) : cause
  }
  return new SqliteConnection(database)
}
