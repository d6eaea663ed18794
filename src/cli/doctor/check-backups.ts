import { findNewestBackup } from '../../app/backup/scheduled-directories.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import { isBackupOutdated } from '../../site/model/backup-times.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import { findBackupResult } from '../../site/store/backup-result.ts'
import type { World } from '../../world/model/world.ts'
import { type Check, failCheck, passCheck } from './check.ts'

const name = 'backups'

/** Checks the last scheduled backup and the age of the newest one. */
export async function checkBackups(world: Pick<World, 'db' | 'cache' | 'config' | 'clock'>): Promise<Check> {
  const plan = world.config.backups
  if (plan === null) return passCheck(name, 'not scheduled (TULIPWOOD_BACKUP_DIRECTORY is not set)')
  const { timezone } = await renderLocale(world)
  const result = await findBackupResult(world.db.read)
  if (result !== undefined && result.error !== null)
    return failCheck(name, `the backup of ${formatIsoDate(result.ended_on, timezone)} failed: ${result.error}`)
  try {
    const newest = await findNewestBackup(plan.directory)
    if (newest === undefined)
      return result === undefined
        ? passCheck(name, `none yet; the server creates the first one at ${plan.times.join(' or ')}`)
        : failCheck(name, `${plan.directory} contains no backup any more`)
    const detail = `the newest one in ${plan.directory} is of ${formatIsoDate(newest, timezone)}`
    return isBackupOutdated(plan.times, newest, world.clock.now(), timezone)
      ? failCheck(name, `${detail}, and two more are due since; is the server running?`)
      : passCheck(name, detail)
  } catch (problem) {
    return failCheck(name, problem instanceof Error ? problem.message : String(problem))
  }
}
