import type { Database } from '../../kit/db/db.ts'
import { inspectDatabase } from '../../kit/db/inspect-database.ts'
import { type Check, failedCheck, passedCheck } from './check.ts'

/** Checks pending migrations, damaged pages and durable writes. */
export async function checkDatabase(db: Database): Promise<Check[]> {
  const { version, pending, foreignMigrations, damages, unsafeSettings } = await inspectDatabase(db)
  return [
    passedCheck('database', version),
    checkMigrations(pending, foreignMigrations),
    damages.length === 0
      ? passedCheck('integrity', 'no damage found')
      : failedCheck('integrity', `damaged, restore a backup: ${damages.slice(0, 5).join('; ')}`),
    unsafeSettings.length === 0
      ? passedCheck('durability', 'durable writes: enabled')
      : failedCheck(
          'durability',
          `durable writes: disabled by ${unsafeSettings.join(', ')}; a power failure may lose committed data`,
        ),
  ]
}

function checkMigrations(pending: readonly string[], foreignMigrations: string | null): Check {
  if (foreignMigrations !== null) return failedCheck('migrations', foreignMigrations)
  return pending.length === 0
    ? passedCheck('migrations', 'up to date')
    : failedCheck('migrations', `pending migrations (run at the next start of the server): ${pending.join(', ')}`)
}
