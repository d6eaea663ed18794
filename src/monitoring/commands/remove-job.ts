import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { JobId } from '../../kit/values/ids.ts'
import { backupJob } from '../../site/model/backup-job.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { removeJob as removeRow } from '../store/jobs.ts'
import { changeJob } from './change-job.ts'

/** Removes a job that waits or has failed: it never runs. */
export const removeJob = (world: Pick<CommandWorld, 'db' | 'clock'>, caller: Caller, id: JobId): Promise<void> =>
  changeJob(world, caller, id, { action: 'job removed', check: refuseBackup, store: removeRow })

/** Each backup schedules the next one: without its job, no backup would follow until a node starts. */
function refuseBackup(kind: string): void {
  if (kind === backupJob)
    throw new Refusal(
      'conflict',
      message`The next scheduled backup cannot be removed. Change the schedule of the server instead.`,
    )
}
