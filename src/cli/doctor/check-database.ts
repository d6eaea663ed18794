import type { Database } from '../../kit/db/db.ts'
import { inspectDatabase } from '../../kit/db/inspect-database.ts'
import { type Check, failed, passed } from './check.ts'

/** Checks pending migrations, damaged pages and durable writes. */
export async function checkDatabase(db: Database): Promise<Check[]> {
  const { version, pending, foreignMigrations, damages, unsafeSettings } = await inspectDatabase(db)
  return [
    passed('database', version),
    checkMigrations(pending, foreignMigrations),
    damages.length === 0
      ? passed('integrity', 'no damage found')
      : failed('integrity', `damaged, restore a backup: ${damages.slice(0, 5).join('; ')}`),
    unsafeSettings.length === 0
      ? passed('durability', 'durable writes: enabled')
      : failed(
          'durability',
          `durable writes: disabled by ${unsafeSettings.join(', ')}; a power failure may lose committed data`,
        ),
  ]
}

function checkMigrations(pending: readonly string[], foreignMigrations: string | null): Check {
  if (foreignMigrations !== null) return failed('migrations', foreignMigrations)
  return pending.length === 0
    ? passed('migrations', 'up to date')
    : failed('migrations', `pending migrations (run at the next start of the server): ${pending.join(', ')}`)
}
