import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, sqliteFileName } from '../../database/db/db.ts'
import { isMigrated } from '../../database/maintenance/inspect-database.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Config, toDatabaseOptions } from '../../kit/system/config.ts'

/** Throws if the configured database is missing or empty: a mistyped directory or URL must not become an installation. */
export async function assertInstalled(config: Config): Promise<void> {
  const { databaseUrl, dataDirectory } = config
  if (databaseUrl !== undefined) {
    if (await isInstalled(config)) return
    throw new Refusal(
      'absent',
      'The database of DATABASE_URL has no tables of Tulipwood. Check the URL, or create them with "tulipwood serve"',
    )
  }
  if (existsSync(join(dataDirectory, sqliteFileName)) && (await isInstalled(config))) return
  throw new Refusal(
    'absent',
    `There is no Tulipwood database in ${dataDirectory}. Check --data or TULIPWOOD_DATA, or create one with "tulipwood serve"`,
  )
}

async function isInstalled(config: Config): Promise<boolean> {
  const db = await openDatabase(toDatabaseOptions(config))
  try {
    return await isMigrated(db)
  } finally {
    await db.close()
  }
}
