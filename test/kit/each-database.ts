import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/database/db/db.ts'
import type { Migration } from '../../src/database/migrations/migrate.ts'
import { createDatabaseDirectory } from './database-directory.ts'
import { createDatabase } from './postgres-server.ts'

/** An empty database that a test can open several times; everything opened is closed at the end. */
export interface TestDatabase {
  readonly dialect: Database['dialect']
  /** Options with which another process would open it. */
  options(): DatabaseOptions
  open(migrations?: readonly Migration[]): Promise<Database>
}

/**
 * Declares the same tests on SQLite and, unless this run has no PostgreSQL, on PostgreSQL, with a separate database for
 * each call.
 */
export function describeOnEachDatabase(tests: (database: TestDatabase) => void): void {
  describe('on sqlite', () => tests(createTestDatabase('sqlite')))
  describe.skipIf(inject('postgresUrl') === null)('on postgres', () => tests(createTestDatabase('postgres')))
}

/** Creates a database before the tests of the surrounding `describe`. */
export function createTestDatabase(dialect: Database['dialect']): TestDatabase {
  const opened: Database[] = []
  let options: DatabaseOptions = {}
  let remove = async (): Promise<void> => {}

  beforeAll(async () => {
    const adminUrl = inject('postgresUrl')
    if (dialect === 'sqlite') {
      const directory = await createDatabaseDirectory('tulipwood-database-')
      options = { directory }
      remove = () => rm(directory, { recursive: true, force: true })
    } else if (adminUrl !== null) {
      const { url, drop } = await createDatabase(adminUrl)
      options = { url }
      remove = drop
    }
  })
  afterAll(async () => {
    for (const database of opened) await database.close()
    await remove()
  })

  return {
    dialect,
    options: () => options,
    async open(migrations) {
      const database = await openDatabase({ ...options, migrations })
      opened.push(database)
      await database.migrate()
      return database
    },
  }
}
