import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRevisions } from '../../database/changes/revisions.ts'
import { openDatabase, sqliteFileName } from '../../database/db/db.ts'
import { RevisionCache } from '../../kit/caches/revision-cache.ts'
import { type Config, toDatabaseOptions } from '../../kit/system/config.ts'
import { systemClock } from '../../kit/values/time.ts'
import { openFiles } from '../../uploads/storage/open-files.ts'
import { openStaging } from '../../uploads/storage/open-staging.ts'
import type { Progress } from '../output/progress.ts'
import { type Check, failCheck, passCheck } from './check.ts'
import { checkBackupVerification } from './check-backup-verification.ts'
import { checkBackups } from './check-backups.ts'
import { checkDatabase } from './check-database.ts'
import { checkFiles } from './check-files.ts'
import { checkIntegrity } from './check-integrity.ts'
import { checkJobs } from './check-jobs.ts'
import { checkPreviews } from './check-previews.ts'
import { checkRules } from './check-rules.ts'
import { checkSettings } from './check-settings.ts'
import { checkSubversion } from './check-subversion.ts'
import { checkTexts } from './check-texts.ts'

/**
 * Runs the checks of the database and of everything that is stored; read-only. In a restored backup, those of backups
 * are left out: they would report about the installation that it comes from.
 */
export async function checkContent(
  config: Config,
  { isRestored = false, progress }: { readonly isRestored?: boolean; readonly progress?: Progress } = {},
): Promise<Check[]> {
  const { databaseUrl, dataDirectory } = config
  if (databaseUrl === undefined && !existsSync(join(dataDirectory, sqliteFileName)))
    return [passCheck('database', 'will be created at the first start')]
  try {
    const db = await openDatabase(toDatabaseOptions(config))
    try {
      const tables = await checkDatabase(db)
      // The other checks need intact tables.
      if (tables.some(({ isOk, name }) => !isOk && name !== 'durability')) return tables
      const cache = new RevisionCache(() => readRevisions(db.read))
      const log = { warn() {} }
      const files = await openFiles(config, log)
      const staging = await openStaging(config, { db, clock: systemClock, log, files })
      const world = { db, cache, config, clock: systemClock, files, staging }
      return [
        ...tables,
        ...(await checkSettings(world)),
        await checkFiles(world),
        await checkPreviews(),
        await checkSubversion(world),
        await checkJobs(world),
        ...(isRestored ? [] : [await checkBackups(world), await checkBackupVerification(world)]),
        ...(await checkIntegrity(db, progress)),
        ...(await checkRules(db)),
        ...(await checkTexts(db)),
      ]
    } finally {
      await db.close()
    }
  } catch (error) {
    return [
      failCheck(
        'database',
        `cannot be opened: ${error instanceof Error ? error.message || error.name : String(error)}`,
      ),
    ]
  }
}
