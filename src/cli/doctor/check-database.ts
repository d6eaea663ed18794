import type { Database } from '../../database/db/db.ts'
import { inspectDatabase } from '../../database/maintenance/inspect-database.ts'
import { type Check, failCheck, passCheck } from './check.ts'

/** Checks pending migrations, damaged pages and durable writes. */
export async function checkDatabase(db: Database): Promise<Check[]> {
  const { version, pending, foreignMigrations, damages, unsafeSettings } = await inspectDatabase(db)
  return [
    passCheck('database', version),
    checkMigrations(pending, foreignMigrations),
    damages.length === 0
      ? passCheck('integrity', 'no damage found')
      : failCheck('integrity', `damaged, restore a backup: ${damages.slice(0, 5).join('; ')}`),
    unsafeSettings.length === 0
      ? passCheck('durability', 'durable writes: enabled')
      : failCheck(
          'durability',
          `durable writes: disabled by ${unsafeSettings.join(', ')}; a power failure may lose committed data`,
        ),
  ]
}

function checkMigrations(pending: readonly string[], foreignMigrations: string | null): Check {
  if (foreignMigrations !== null) return failCheck('migrations', foreignMigrations)
  return pending.length === 0
    ? passCheck('migrations', 'up to date')
    : failCheck('migrations', `pending migrations (run at the next start of the server): ${pending.join(', ')}`)
}
