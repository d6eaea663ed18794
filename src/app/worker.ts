import { finishJob, putJobBack, type TakenJob, takeDueJob } from '../kit/db/job-rows.ts'
import type { JobHandler } from '../kit/slice.ts'
import type { World } from '../kit/world.ts'

export interface Worker {
  /** Resolves when the jobs that run now are done; no other is begun. */
  stop(): Promise<void>
}

const idleMs = 1000
const leaseSeconds = 600
const hands = 4

/**
 * Runs jobs, a few at once and of each kind one, unless the kind says otherwise: what waits for a slow server keeps
 * nothing else from being done. Every node has a worker, and a job is taken by one of them at a time.
 */
export function startWorker(world: World, handlers: readonly JobHandler[]): Worker {
  const running = new Map<string, number>()
  const resting = new Set<() => void>()
  let taking: Promise<unknown> = Promise.resolve()
  let isPolling = false
  let isStopping = false

  async function work(): Promise<void> {
    while (!isStopping) {
      const didWork = await takeAndRun().catch((problem: unknown) => {
        world.log.error({ err: problem }, 'job queue failed')
        return false
      })
      if (!didWork && !isStopping) await rest()
    }
  }

  async function takeAndRun(): Promise<boolean> {
    // One looks after the other, so that what runs of a kind is counted before the next one looks.
    const taken = taking.then(take)
    taking = taken.catch(() => undefined)
    const job = await taken
    if (job === null) return false
    // Where one job is, there may be more.
    wakeOne()
    try {
      await run(world, handlers, job)
    } finally {
      count(job.kind, -1)
    }
    return true
  }

  async function take(): Promise<TakenJob | null> {
    if (isStopping) return null
    const free = handlers.filter(({ kind, mostAtOnce = 1 }) => (running.get(kind) ?? 0) < mostAtOnce)
    const now = world.clock.now()
    const kinds = free.map(({ kind }) => kind)
    const job = await takeDueJob(world.db, kinds, now, now + leaseSeconds)
    if (job !== null) count(job.kind, 1)
    return job
  }

  const count = (kind: string, change: 1 | -1): unknown => running.set(kind, (running.get(kind) ?? 0) + change)

  /** One of those who have nothing to do looks again by itself; the others are woken. */
  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const isPoller = !isPolling
      isPolling = true
      const wake = () => {
        if (isPoller) isPolling = false
        clearTimeout(timer)
        resting.delete(wake)
        resolve()
      }
      const timer = isPoller ? setTimeout(wake, idleMs).unref() : undefined
      resting.add(wake)
    })
  }

  function wakeOne(): void {
    const [wake] = resting
    wake?.()
  }

  const loops = Array.from({ length: hands }, work)
  return {
    async stop() {
      isStopping = true
      for (const wake of [...resting]) wake()
      await Promise.all(loops)
    },
  }
}

async function run(world: World, handlers: readonly JobHandler[], job: TakenJob): Promise<void> {
  try {
    await world.memory.refresh()
    await handlers.find(({ kind }) => kind === job.kind)?.run(JSON.parse(job.payload), world)
    await world.db.write((tx) => finishJob(tx, job.id))
  } catch (problem) {
    world.log.warn(
      { err: problem, job: job.id, kind: job.kind, attempts: job.attempts },
      'job failed, will be tried again',
    )
    const retryAt = world.clock.now() + Math.min(3600, 10 * 2 ** job.attempts)
    await world.db.write((tx) =>
      putJobBack(tx, job.id, retryAt, problem instanceof Error ? problem.message : String(problem)),
    )
  }
}
