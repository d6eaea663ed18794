import { findBackupResult } from '../../site/store/backup-result.ts'
import { findBackupVerification } from '../../site/store/backup-verification.ts'
import type { World } from '../../world/model/world.ts'
import { createGauge, type Metric } from './format-metric.ts'

type MeasuredWorld = Pick<World, 'db' | 'clock' | 'config'>

/** Returns metrics of backups, which all nodes share: of scheduled ones if there is a schedule, and of the last verification. */
export const measureBackups = async (world: MeasuredWorld): Promise<Metric[]> => [
  ...(world.config.backups === null ? [] : await measureSchedule(world)),
  ...(await measureVerification(world)),
]

async function measureSchedule({ db, clock }: MeasuredWorld): Promise<Metric[]> {
  const result = await findBackupResult(db.read)
  const complete = result?.complete_on ?? null
  return [
    createGauge(
      'tulipwood_backup_age_seconds',
      'Time since the newest complete scheduled backup began',
      complete === null ? undefined : clock.now() - complete,
    ),
    createGauge(
      'tulipwood_backup_failed',
      '1: the last scheduled backup failed',
      result === undefined ? undefined : Number(result.error !== null),
    ),
  ]
}

async function measureVerification({ db, clock }: MeasuredWorld): Promise<Metric[]> {
  const result = await findBackupVerification(db.read)
  if (result === undefined) return []
  const { passed_on: passedOn, error } = result
  return [
    createGauge(
      'tulipwood_backup_verification_age_seconds',
      'Time since the last successful verification of a backup',
      passedOn === null ? undefined : clock.now() - passedOn,
    ),
    createGauge(
      'tulipwood_backup_verification_failed',
      '1: the last verification of a backup failed',
      Number(error !== null),
    ),
  ]
}
