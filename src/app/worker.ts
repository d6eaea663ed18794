import { finishJob, keepJob, putJobBack, type TakenJob, takeDueJob } from '../kit/db/job-rows.ts'
import type { JobHandler } from '../kit/slice.ts'
import type { World } from '../kit/world.ts'

export interface Worker {
  /** Resolves when the jobs that run now are done; no other is begun. */
  stop(): Promise<void>
}

const idleMs = 1000
const hands = 4

/** How long a job is one worker's, and how often that is said again while it runs. */
interface Lease {
  readonly seconds: number
  readonly renewMs: number
}

// Short, so that what a node had begun when it died is soon begun anew.
const usualLease: Lease = { seconds: 120, renewMs: 30_000 }

/**
 * Runs jobs, a few at once and of each kind one, unless the kind says otherwise: what waits for a slow server keeps
 * nothing else from being done. Every node has a worker, and a job is one's as long as it runs, however long that is.
 */
export function startWorker(world: World, handlers: readonly JobHandler[], lease = usualLease): Worker {
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
      await run(world, handlers, job, lease)
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
    const job = await takeDueJob(world.db, kinds, now, now + lease.seconds)
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

async function run(world: World, handlers: readonly JobHandler[], job: TakenJob, lease: Lease): Promise<void> {
  const kept = keep(world, job, lease)
  try {
    await world.memory.refresh()
    await handlers.find(({ kind }) => kind === job.kind)?.run(JSON.parse(job.payload), world)
    await kept.end()
    await world.db.write((tx) => finishJob(tx, job.id))
  } catch (problem) {
    await kept.end()
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

/** Says again and again that a job runs, until the end of it. */
function keep(world: World, { id, kind }: TakenJob, { seconds, renewMs }: Lease): { end(): Promise<unknown> } {
  let renewal: Promise<unknown> | undefined
  const renew = async (): Promise<void> => {
    try {
      await world.db.write((tx) => keepJob(tx, id, world.clock.now() + seconds))
    } catch (problem) {
      world.log.warn({ err: problem, job: id, kind }, 'job runs on without its lease')
    } finally {
      renewal = undefined
    }
  }
  // Beside an import, SQLite lets nobody write for a while: one renewal waits, not many.
  const timer = setInterval(() => {
    renewal ??= renew()
  }, renewMs).unref()
  return {
    end() {
      clearInterval(timer)
      return Promise.resolve(renewal)
    },
  }
}
