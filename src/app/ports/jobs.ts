import { addJobs, getTrace } from '../../database/unit/add-jobs.ts'
import type { Tracing } from '../../kit/tracing/tracing.ts'
import type { JobId } from '../../kit/values/ids.ts'
import type { Clock, Jobs } from '../../world/model/ports.ts'

/**
 * Returns the queue that stores jobs as rows: they exist once the transaction that caused them commits, and not
 * otherwise. With tracing, a job continues the trace of its cause, on whichever node it runs.
 */
export const createJobQueue = (clock: Clock, tracing: Tracing | null = null): Jobs => ({
  async enqueue(tx, kind, payload, runAt = clock.now()) {
    const [id] = await addJobs(tx, kind, [payload], runAt, getTrace(tracing))
    return id as JobId
  },
  async enqueueEach(tx, kind, payloads, runAt = clock.now()) {
    await addJobs(tx, kind, payloads, runAt, getTrace(tracing))
  },
})
