import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { JobId } from '../../kit/values/ids.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { findJobKind, hastenJob } from '../store/jobs.ts'
import { createMissingJobRefusal } from './missing-job.ts'

/** Makes a job that waits or has failed due now. */
export async function retryJob(world: Pick<CommandWorld, 'db' | 'clock'>, caller: Caller, id: JobId): Promise<void> {
  const permit = mayAdministerSite(caller)
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    const kind = await findJobKind(tx, id)
    if (kind === undefined) throw createMissingJobRefusal(id)
    if (!(await hastenJob(tx, permit, id, at)))
      throw new Refusal('conflict', message`Job ${id} is running. Wait until it has ended or failed.`)
    await tx.audit({ at, by: caller, action: 'job retried', subject: `job ${id}`, detail: { kind } })
  })
}
