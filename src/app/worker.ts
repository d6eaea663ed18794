import { finishJob, putJobBack, takeDueJob } from '../kit/db/job-rows.ts'
import type { JobHandler } from '../kit/slice.ts'
import type { World } from '../kit/world.ts'

export interface Worker {
  /** Resolves when the job that runs now is done; no other is begun. */
  stop(): Promise<void>
}

const idleMs = 1000
const leaseSeconds = 600

/** Runs jobs one after the other; every node has one, and a job is taken by one of them at a time. */
export function startWorker(world: World, handlers: readonly JobHandler[]): Worker {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]))
  let isStopping = false
  let wake = () => {}
  const loop = (async () => {
    while (!isStopping) {
      const didWork = await runOne(world, byKind).catch((problem: unknown) => {
        world.log.error({ err: problem }, 'job queue failed')
        return false
      })
      if (!didWork && !isStopping)
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, idleMs).unref()
        })
    }
  })()
  return {
    async stop() {
      isStopping = true
      wake()
      await loop
    },
  }
}

async function runOne(world: World, handlers: ReadonlyMap<string, JobHandler>): Promise<boolean> {
  const now = world.clock.now()
  const job = await takeDueJob(world.db, [...handlers.keys()], now, now + leaseSeconds)
  if (job === null) return false
  try {
    await world.memory.refresh()
    await handlers.get(job.kind)?.run(JSON.parse(job.payload), world)
    await world.db.write((tx) => finishJob(tx, job.id))
  } catch (problem) {
    world.log.warn(
      { err: problem, job: job.id, kind: job.kind, attempts: job.attempts },
      'job failed, will be tried again',
    )
    const retryAt = now + Math.min(3600, 10 * 2 ** job.attempts)
    await world.db.write((tx) =>
      putJobBack(tx, job.id, retryAt, problem instanceof Error ? problem.message : String(problem)),
    )
  }
  return true
}
