import type { Tx } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { JobId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { findJobKind } from '../store/jobs.ts'

interface JobChange {
  readonly action: 'job removed' | 'job retried'
  /** Throws for a kind that must not be changed. */
  readonly check?: (kind: string) => void
  /** Returns false when a worker runs the job. */
  readonly store: (tx: Tx, permit: Permit<'administer', 'site'>, id: JobId, now: EpochSeconds) => Promise<boolean>
}

/** Changes a job that waits or has failed. */
export async function changeJob(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  id: JobId,
  { action, check, store }: JobChange,
): Promise<void> {
  const permit = mayAdministerSite(caller)
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    const kind = await findJobKind(tx, id)
    // Jobs are deleted once they have run.
    if (kind === undefined)
      throw new Refusal('absent', message`There is no job ${id}. It may have ended in the meantime.`)
    check?.(kind)
    if (!(await store(tx, permit, id, at)))
      throw new Refusal('conflict', message`Job ${id} is running. Wait until it has ended or failed.`)
    await tx.audit({ at, by: caller, action, subject: `job ${id}`, detail: { kind } })
  })
}
