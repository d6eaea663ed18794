import { message } from '../../kit/messages/message.ts'
import { isBackupOutdated } from '../../site/model/backup-times.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import { findBackupResult } from '../../site/store/backup-result.ts'
import { findBackupVerification } from '../../site/store/backup-verification.ts'
import type { World } from '../../world/model/world.ts'
import type { HealthFact, HealthItem } from '../model/health.ts'

type BackupWorld = Pick<World, 'db' | 'cache' | 'config' | 'clock'>

/** Checks the result and the age of the last scheduled backup. */
export async function checkBackups(world: BackupWorld): Promise<HealthItem> {
  const name = 'backups'
  const plan = world.config.backups
  if (plan === null)
    return {
      name,
      state: 'warning',
      message: message`The server creates no backups. Set TULIPWOOD_BACKUP_DIRECTORY unless you create them otherwise.`,
      facts: [],
    }
  const [result, { timezone }] = await Promise.all([findBackupResult(world.db.read), renderLocale(world)])
  if (result === undefined)
    return { name, state: 'ok', message: message`The server will create the first backup as scheduled.`, facts: [] }
  const { complete_on: newest, ended_on: endedOn, error } = result
  const facts: readonly HealthFact[] = [
    ...(newest === null ? [] : [{ name: 'newest', unit: 'date', value: newest } as const]),
    { name: 'last_attempt', unit: 'date', value: endedOn },
  ]
  if (error !== null)
    return {
      name,
      state: 'error',
      message: message`The last backup has failed. "tulipwood doctor" and the log of the server report why.`,
      facts,
    }
  return newest !== null && isBackupOutdated(plan.times, newest, world.clock.now(), timezone)
    ? {
        name,
        state: 'error',
        message: message`At least two scheduled backups are missing. Check the log of the server.`,
        facts,
      }
    : { name, state: 'ok', message: message`Backups are created as scheduled.`, facts }
}

/** Checks the result of the last verification of a backup. */
export async function checkBackupVerification({ db }: Pick<World, 'db'>): Promise<HealthItem> {
  const name = 'backup_verification'
  const result = await findBackupVerification(db.read)
  if (result === undefined)
    return {
      name,
      state: 'ok',
      message: message`No backup has been verified yet. "tulipwood backup verify" tries one.`,
      facts: [],
    }
  const facts: readonly HealthFact[] = [
    { name: 'last_attempt', unit: 'date', value: result.ended_on },
    ...(result.passed_on === null ? [] : [{ name: 'passed', unit: 'date', value: result.passed_on } as const]),
  ]
  return result.error === null
    ? { name, state: 'ok', message: message`The last verified backup is complete.`, facts }
    : {
        name,
        state: 'error',
        message: message`The last verified backup is not valid. "tulipwood doctor" reports why; create another one.`,
        facts,
      }
}
