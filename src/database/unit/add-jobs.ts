import type { TraceHeaders, Tracing } from '../../kit/tracing/tracing.ts'
import type { JobId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { allocateIds } from '../sql/sql.ts'
import { insertRows } from '../statements/insert-rows.ts'
import type { Tx } from '../tables/transaction.ts'
import { withoutWaiting } from './unawaited.ts'

/** The trace that jobs continue. */
export type JobTrace = TraceHeaders | undefined

/** Returns the trace of what runs now. */
export const getTrace = (tracing: Tracing | null): JobTrace => (tracing?.isInSpan() ? tracing.getHeaders() : undefined)

/** Adds jobs of a kind, one for each payload. */
export async function addJobs(
  tx: Tx,
  kind: string,
  payloads: readonly unknown[],
  runAt: EpochSeconds,
  trace: JobTrace,
  createdOn = runAt,
): Promise<readonly JobId[]> {
  // allocateIds returns as many ids as requested.
  const ids = (await allocateIds(tx, 'job', payloads.length)) as JobId[]
  const rows = payloads.map((payload, index) => ({
    id: ids[index] as JobId,
    kind,
    payload: JSON.stringify(withTrace(payload, trace)),
    run_at: runAt,
    attempts: 0,
    locked_until: null,
    last_error: null,
    created_on: createdOn,
    locked_by: null,
  }))
  await insertRows(rows.length === 1 ? withoutWaiting(tx) : tx, 'job', rows)
  return ids
}

const withTrace = (payload: unknown, trace: JobTrace): unknown =>
  trace !== undefined && typeof payload === 'object' && payload !== null && !Array.isArray(payload)
    ? { ...payload, trace }
    : payload

/** Returns the trace that a job continues. */
export function findTrace(payload: unknown): JobTrace {
  if (typeof payload !== 'object' || payload === null || !('trace' in payload)) return undefined
  // Written by withTrace; no payload has a member of this name.
  return payload.trace as TraceHeaders
}
