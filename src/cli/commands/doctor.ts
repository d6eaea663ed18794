import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../../app/open-world.ts'
import type { Config } from '../../kit/config.ts'
import { openDatabase, sqliteFileName } from '../../kit/db/db.ts'
import { readRevisions } from '../../kit/db/revisions.ts'
import { RevisionCache } from '../../kit/revision-cache.ts'
import { createDirectoryStaging } from '../../uploads/directory-staging.ts'
import { openFiles } from '../../uploads/open-files.ts'
import { withoutDatabase } from '../command-context.ts'
import { type Check, failCheck, passCheck } from '../doctor/check.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkFiles } from '../doctor/check-files.ts'
import { checkHost } from '../doctor/check-host.ts'
import { checkIntegrity } from '../doctor/check-integrity.ts'
import { checkJobs } from '../doctor/check-jobs.ts'
import { checkPreviews } from '../doctor/check-previews.ts'
import { checkRules } from '../doctor/check-rules.ts'
import { checkSettings } from '../doctor/check-settings.ts'
import { checkSubversion } from '../doctor/check-subversion.ts'
import { checkTexts } from '../doctor/check-texts.ts'
import { formatColumns } from '../format-columns.ts'

/** `doctor`: runs all checks; read-only. */
export const configureDoctor = (command: Command): Command =>
  command.description('check this installation for problems (read-only)').action(
    withoutDatabase(async ({ config }) => {
      const checks = [...(await checkHost(config)), ...(await checkContent(config))]
      const bad = checks.filter(({ isOk }) => !isOk)
      return {
        lines: formatColumns(checks.map(({ name, isOk, detail }) => [isOk ? 'ok' : 'WRONG', name, detail])),
        json: {
          ok: bad.length === 0,
          checks: checks.map(({ name, isOk, detail, finding }) => ({ name, ok: isOk, detail, ...finding })),
        },
        problems: bad.length === 0 ? [] : [`${bad.length} of ${checks.length} checks failed`],
      }
    }),
  )

async function checkContent(config: Config): Promise<Check[]> {
  const { databaseUrl, dataDirectory } = config
  if (databaseUrl === undefined && !existsSync(join(dataDirectory, sqliteFileName)))
    return [passCheck('database', 'will be created at the first start')]
  try {
    const db = await openDatabase(databaseUrl === undefined ? { directory: dataDirectory } : { url: databaseUrl })
    try {
      const tables = await checkDatabase(db)
      // The other checks need intact tables.
      if (tables.some(({ isOk, name }) => !isOk && name !== 'durability')) return tables
      const cache = new RevisionCache(() => readRevisions(db.read))
      const files = await openFiles(config, { warn() {} })
      const staging = createDirectoryStaging(join(dataDirectory, 'uploads'))
      const world = { db, cache, config, clock: systemClock, files, staging }
      return [
        ...tables,
        ...(await checkSettings(world)),
        await checkFiles(world),
        await checkPreviews(),
        await checkSubversion(world),
        await checkJobs(world),
        ...(await checkIntegrity(db)),
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
