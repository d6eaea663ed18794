import type { World } from '../../kit/world.ts'
import { findBackupResult } from '../../site/store/backup-result.ts'
import type { Metric } from './format-metric.ts'

/** Returns metrics of scheduled backups, which all nodes share; none if there is no schedule. */
export async function measureBackups({ db, clock, config }: Pick<World, 'db' | 'clock' | 'config'>): Promise<Metric[]> {
  if (config.backups === null) return []
  const result = await findBackupResult(db.read)
  const complete = result?.complete_on ?? null
  return [
    {
      name: 'tulipwood_backup_age_seconds',
      type: 'gauge',
      help: 'Time since the newest complete scheduled backup began',
      samples: complete === null ? [] : [{ value: clock.now() - complete }],
    },
    {
      name: 'tulipwood_backup_failed',
      type: 'gauge',
      help: '1: the last scheduled backup failed',
      samples: result === undefined ? [] : [{ value: result.error === null ? 0 : 1 }],
    },
  ]
}
