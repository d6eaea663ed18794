import type { Tx } from './db/db.ts'
import { insertRows } from './db/insert-rows.ts'
import { allocateIds } from './db/sql.ts'
import { withoutWaiting } from './db/unawaited.ts'
import type { JobId } from './ids.ts'
import type { Clock, Jobs } from './ports.ts'
import type { EpochSeconds } from './time.ts'
import type { TraceHeaders, Tracing } from './tracing/tracing.ts'

/**
 * Returns the queue that stores jobs as rows: they exist once the transaction that caused them commits, and not
 * otherwise. With tracing, a job continues the trace of its cause, on whichever node it runs.
 */
export const createJobQueue = (clock: Clock, tracing: Tracing | null = null): Jobs => ({
  isTraced: () => tracing?.isInSpan() ?? false,
  async enqueue(tx: Tx, kind, payload, runAt = clock.now()) {
    const [id] = (await allocateIds(tx, 'job', 1)) as [JobId]
    await insertRows(withoutWaiting(tx), 'job', [rowOf(id, kind, withTrace(payload, tracing), runAt)])
    return id
  },
  async enqueueEach(tx: Tx, kind, payloads, runAt = clock.now()) {
    const ids = await allocateIds(tx, 'job', payloads.length)
    // allocateIds returns as many ids as requested.
    const rows = payloads.map((payload, index) => rowOf(ids[index] as JobId, kind, withTrace(payload, tracing), runAt))
    await insertRows(tx, 'job', rows)
  },
})

const withTrace = (payload: unknown, tracing: Tracing | null): unknown =>
  tracing?.isInSpan() && typeof payload === 'object' && payload !== null && !Array.isArray(payload)
    ? { ...payload, trace: tracing.getHeaders() }
    : payload

/** Returns the trace that a job continues. */
export function findTrace(payload: unknown): TraceHeaders | undefined {
  if (typeof payload !== 'object' || payload === null || !('trace' in payload)) return undefined
  // Written by withTrace; no payload has a member of this name.
  return payload.trace as TraceHeaders
}

const rowOf = (id: JobId, kind: string, payload: unknown, runAt: EpochSeconds) => ({
  id,
  kind,
  payload: JSON.stringify(payload),
  run_at: runAt,
  attempts: 0,
  locked_until: null,
  last_error: null,
})
