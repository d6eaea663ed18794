import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nodePermit } from '../../kit/messages/system-permits.ts'
import type { BackupPlan } from '../../kit/system/config.ts'
import { backupJob } from '../../site/model/backup-job.ts'
import { findBackupResult, saveBackupResult } from '../../site/store/backup-result.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import type { World } from '../../world/model/world.ts'
import { BackupError } from './backup-error.ts'
import { createBackup } from './create-backup.ts'
import { scheduleBackups } from './schedule-backups.ts'
import { nameBackup, removeOldBackups, removeUnfinishedBackups } from './scheduled-directories.ts'

/** Creates a backup, removes the oldest ones, and schedules the next. The worker tries a failed one again. */
export const runScheduledBackup: JobHandler = {
  kind: backupJob,
  async run(_payload, world) {
    const plan = world.config.backups
    if (plan === null) return
    const begun = world.clock.now()
    try {
      await createPlannedBackup(world, plan)
    } catch (problem) {
      await recordResult(world, null, problem instanceof Error ? problem.message : String(problem))
      throw problem
    }
    await recordResult(world, begun, null)
    await scheduleBackups(world)
  },
}

async function createPlannedBackup(world: World, { directory, keep }: BackupPlan): Promise<void> {
  // A directory that is missing is a disk that is not mounted: nothing is written to its place.
  if ((await stat(directory).catch(() => undefined)) === undefined)
    throw new BackupError(`The directory of backups ${directory} does not exist: create or mount it`)
  await removeUnfinishedBackups(directory)
  const path = join(directory, nameBackup(world.clock.now()))
  const manifest = await createBackup({
    config: world.config,
    directory: path,
    hasRepositories: true,
    log: world.log,
    progress: { step() {} },
  })
  world.log.info({ path, bytes: manifest.bytes, files: manifest.files }, 'backup created')
  await removeOldBackups(directory, keep)
}

async function recordResult(world: World, completeOn: number | null, error: string | null): Promise<void> {
  const last = await findBackupResult(world.db.read)
  await world.db.write((tx) =>
    saveBackupResult(tx, nodePermit, {
      ended_on: world.clock.now(),
      complete_on: completeOn ?? last?.complete_on ?? null,
      error: error?.slice(0, 2000) ?? null,
    }),
  )
}
