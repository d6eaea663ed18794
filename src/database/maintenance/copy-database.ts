import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Config } from '../../kit/system/config.ts'
import { sqliteFileName } from '../db/db.ts'
import { runPostgresProgram } from '../postgres/run-postgres-program.ts'

/** Copies the database as of one moment to a file; the server may write meanwhile. */
export const copyDatabase = (
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  target: string,
): Promise<void> =>
  databaseUrl === undefined
    ? copySqlite(join(dataDirectory, sqliteFileName), target)
    : runPostgresProgram('pg_dump', databaseUrl, ['--format=custom', '--no-owner', '--no-privileges', '--file', target])

/** More pages than any database has: in several steps, each write of the server would begin the copy again. */
const allPages = 2 ** 31 - 1

async function copySqlite(file: string, target: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    await backup(database, target, { rate: allPages })
  } finally {
    database.close()
  }
}
