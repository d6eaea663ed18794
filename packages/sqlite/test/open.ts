import { openSqlite, type SqliteDatabase } from '../src/sqlite.ts'
import { functions } from './functions.ts'

/** Opens a database with the functions and the thread of the tests, and a table `setting`. */
export async function open(file: string): Promise<SqliteDatabase> {
  const database = await openSqlite(file, { functions, readThread: new URL('./read-thread.ts', import.meta.url) })
  await database.migrate(async (connection) => {
    await connection.execute('create table if not exists setting (name text primary key, value text) strict', [])
  })
  return database
}
