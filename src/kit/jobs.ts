import type { Tx } from './db/db.ts'
import { takeIds } from './db/sql.ts'
import type { JobId } from './ids.ts'
import type { Clock, Jobs } from './ports.ts'

/** Jobs as rows: they exist once the transaction that caused them commits, and not otherwise. */
export const jobQueue = (clock: Clock): Jobs => ({
  async enqueue(tx: Tx, kind, payload, runAt = clock.now()) {
    const [id] = (await takeIds(tx, 'job', 1)) as [JobId]
    await tx
      .insertInto('job')
      .values({
        id,
        kind,
        payload: JSON.stringify(payload),
        run_at: runAt,
        attempts: 0,
        taken_until: null,
        last_error: null,
      })
      .execute()
    return id
  },
})
