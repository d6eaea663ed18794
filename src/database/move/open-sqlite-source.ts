import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFileName } from '../db/db.ts'
import { createBuilder } from '../engine/builders.ts'
import { SqliteConnection } from '../sqlite/sqlite.ts'
import type { Tables } from '../tables/tables.ts'
import { MoveError } from './move-error.ts'
import type { MoveSource } from './move-source.ts'

/**
 * Opens the embedded database exclusively. Such a lock needs a connection that could write, so writing is switched off
 * in it; a server that has the database open, or tries to open it meanwhile, conflicts with the lock.
 */
export function openSqliteSource(directory: string): MoveSource {
  const file = join(directory, sqliteFileName)
  if (!existsSync(file))
    throw new MoveError(`There is no Tulipwood database in ${directory}. Check --data or TULIPWOOD_DATA`)
  const database = new DatabaseSync(file, { timeout: maxWaitMs })
  const close = (): void => database.close()
  try {
    database.exec('pragma locking_mode = exclusive; pragma query_only = on; pragma temp_store = memory')
    // The first read takes the lock, which is kept until the connection is closed.
    database.exec('select 1 from sqlite_master limit 1')
  } catch (problem) {
    close()
    if (isLocked(problem)) throw new MoveError(`${file} is in use: stop the server and other commands first`)
    throw problem
  }
  return {
    dialect: 'sqlite',
    read: createBuilder<Tables>('sqlite', new SqliteConnection(database)),
    whileLocked: (work) => work(),
    close: async () => close(),
  }
}

/** Enough for another command to end. */
const maxWaitMs = 2000

const busyCode = 5

const isLocked = (problem: unknown): boolean =>
  problem instanceof Error && 'errcode' in problem && (Number(problem.errcode) & 0xff) === busyCode
