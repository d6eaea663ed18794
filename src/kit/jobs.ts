import type { Tx } from './db/db.ts'
import { insertRows } from './db/insert-rows.ts'
import { allocateIds } from './db/sql.ts'
import { withoutWaiting } from './db/unawaited.ts'
import type { JobId } from './ids.ts'
import type { Clock, Jobs } from './ports.ts'
import type { EpochSeconds } from './time.ts'

/**
 * Returns the queue that stores jobs as rows: they exist once the transaction that caused them commits, and not
 * otherwise.
 */
export const createJobQueue = (clock: Clock): Jobs => ({
  async enqueue(tx: Tx, kind, payload, runAt = clock.now()) {
    const [id] = (await allocateIds(tx, 'job', 1)) as [JobId]
    await insertRows(withoutWaiting(tx), 'job', [rowOf(id, kind, payload, runAt)])
    return id
  },
  async enqueueEach(tx: Tx, kind, payloads, runAt = clock.now()) {
    const ids = await allocateIds(tx, 'job', payloads.length)
    // allocateIds returns as many ids as requested.
    const rows = payloads.map((payload, index) => rowOf(ids[index] as JobId, kind, payload, runAt))
    await insertRows(tx, 'job', rows)
  },
})

const rowOf = (id: JobId, kind: string, payload: unknown, runAt: EpochSeconds) => ({
  id,
  kind,
  payload: JSON.stringify(payload),
  run_at: runAt,
  attempts: 0,
  locked_until: null,
  last_error: null,
})
