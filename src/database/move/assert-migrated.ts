import { sql } from 'kysely'
import { DatabaseVersionError } from '../migrations/database-version-error.ts'
import { describeForeignMigrations, type Migration } from '../migrations/migrate.ts'
import type { Reader } from '../tables/transaction.ts'
import { MoveError } from './move-error.ts'

/** Throws unless exactly the migrations of this version have run: a move does not change its source. */
export async function assertMigrated(db: Reader, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const problem = describeForeignMigrations(applied, migrations)
  if (problem !== undefined) throw new DatabaseVersionError(problem)
  const pending = migrations.filter(({ name }) => !applied.has(name))
  if (pending.length > 0)
    throw new MoveError(
      `The database has the tables of an earlier version (pending migrations: ${pending.map(({ name }) => name).join(', ')}). Start the server of this version once, stop it, and move then`,
    )
}
