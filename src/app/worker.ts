import { finishJob, keepJob, putJobBack, releaseJobs, type TakenJob, takeDueJob } from '../kit/db/job-rows.ts'
import type { JobHandler } from '../kit/slice.ts'
import type { World } from '../kit/world.ts'

export interface Worker {
  /**
   * Begins no other job and waits for those that run. A job that runs longer than `graceMs` is released: it runs again
   * after the restart, or on another node. False: at least one job was released, and what it waits for is still open.
   */
  stop(graceMs?: number): Promise<boolean>
}

/** A mail server that accepts and never answers must not keep a stop longer than this. */
export const stopGraceMs = 3000
/** The database may be busy with what is interrupted: then the lease ends by itself. */
const releaseMs = 1000
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
  const leases: Leases = new Map()
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
      await run(world, handlers, job, leases)
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
    if (job !== null) {
      count(job.kind, 1)
      leases.set(job, keep(world, job, lease))
    }
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
    async stop(graceMs = stopGraceMs) {
      isStopping = true
      for (const wake of [...resting]) wake()
      const areDone = await within(graceMs, Promise.all(loops))
      if (!areDone) await within(releaseMs, release(world, leases))
      return areDone
    },
  }
}

interface KeptLease {
  end(): Promise<unknown>
}

/** Of the jobs that this worker runs; a job that was released is no longer among them. */
type Leases = Map<TakenJob, KeptLease>

async function run(world: World, handlers: readonly JobHandler[], job: TakenJob, leases: Leases): Promise<void> {
  const { id, kind, attempts } = job
  const failed = await failureOf(async () => {
    await world.cache.refresh()
    await handlers.find((handler) => handler.kind === kind)?.run(JSON.parse(job.payload), world)
  })
  // Released meanwhile: its row belongs to the next worker that takes it.
  const kept = leases.get(job)
  if (kept === undefined) return
  leases.delete(job)
  await kept.end()
  const problem = failed ?? (await failureOf(() => world.db.write((tx) => finishJob(tx, id))))
  if (problem === undefined) return
  world.log.warn({ err: problem, job: id, kind, attempts }, 'job failed, will be tried again')
  const retryAt = world.clock.now() + Math.min(3600, 10 * 2 ** attempts)
  await world.db.write((tx) => putJobBack(tx, id, retryAt, problem.message))
}

async function failureOf(work: () => Promise<unknown>): Promise<Error | undefined> {
  try {
    await work()
    return undefined
  } catch (problem) {
    return problem instanceof Error ? problem : new Error(String(problem))
  }
}

/** Lets the next worker take the jobs that run here. */
async function release(world: World, leases: Leases): Promise<void> {
  const jobs = [...leases]
  if (jobs.length === 0) return
  leases.clear()
  await Promise.all(jobs.map(([, kept]) => kept.end()))
  const ids = jobs.map(([{ id }]) => id)
  world.log.warn({ jobs: jobs.map(([{ id, kind }]) => ({ job: id, kind })) }, 'jobs interrupted, will run again')
  await world.db
    .write((tx) => releaseJobs(tx, ids))
    .catch((problem: unknown) => {
      world.log.warn({ err: problem }, 'interrupted jobs will run again when their lease has ended')
    })
}

/** Whether something is done before the time is over. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Says again and again that a job runs, until the end of it. */
function keep(world: World, { id, kind }: TakenJob, { seconds, renewMs }: Lease): KeptLease {
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
