import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { JobId } from '../../kit/values/ids.ts'
import { backupJob } from '../../site/model/backup-job.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { findJobKind, removeJob as removeRow } from '../store/jobs.ts'
import { createMissingJobRefusal } from './missing-job.ts'

/** Removes a job that waits or has failed: it never runs. */
export async function removeJob(world: Pick<CommandWorld, 'db' | 'clock'>, caller: Caller, id: JobId): Promise<void> {
  const permit = mayAdministerSite(caller)
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    const kind = await findJobKind(tx, id)
    if (kind === undefined) throw createMissingJobRefusal(id)
    // Each backup schedules the next one: without its job, no backup would follow until a node starts.
    if (kind === backupJob)
      throw new Refusal(
        'conflict',
        message`The next scheduled backup cannot be removed. Change the schedule of the server instead.`,
      )
    if (!(await removeRow(tx, permit, id, at)))
      throw new Refusal('conflict', message`Job ${id} is running. Wait until it has ended or failed.`)
    await tx.audit({ at, by: caller, action: 'job removed', subject: `job ${id}`, detail: { kind } })
  })
}
