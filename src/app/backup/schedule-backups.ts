import { loadJobsOfKind, moveJob, removeJobsOfKind } from '../../database/rows/job-rows.ts'
import { acquireAdvisoryLock } from '../../database/sql/sql.ts'
import { backupJob } from '../../site/model/backup-job.ts'
import { findNextBackupTime } from '../../site/model/backup-times.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import type { World } from '../../world/model/world.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'create-backup': object
  }
}

/**
 * Makes sure that one job waits for the next scheduled backup. Every node calls it at its start, and the node that has
 * created a backup. A job that is overdue or failed stays as it is: it runs soon.
 */
export async function scheduleBackups(world: Pick<World, 'db' | 'cache' | 'config' | 'clock'>): Promise<void> {
  const plan = world.config.backups
  const { timezone } = await renderLocale(world)
  await world.db.write(async (tx) => {
    await acquireAdvisoryLock(tx, 'backup schedule')
    if (plan === null) return removeJobsOfKind(tx, backupJob)
    const now = world.clock.now()
    const next = findNextBackupTime(plan.times, now, timezone)
    // The job that runs now is removed when it has ended.
    const waiting = (await loadJobsOfKind(tx, backupJob)).find(({ lockedUntil }) => (lockedUntil ?? 0) < now)
    if (waiting === undefined) await tx.enqueue(backupJob, {}, next)
    else if (waiting.lastError === null && waiting.runAt > now && waiting.runAt !== next)
      await moveJob(tx, waiting.id, next)
  })
}
