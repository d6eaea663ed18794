import type { World } from '../../kit/world.ts'
import { findBackupResult } from '../../site/store/backup-result.ts'
import { createGauge, type Metric } from './format-metric.ts'

/** Returns metrics of scheduled backups, which all nodes share; none if there is no schedule. */
export async function measureBackups({ db, clock, config }: Pick<World, 'db' | 'clock' | 'config'>): Promise<Metric[]> {
  if (config.backups === null) return []
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
