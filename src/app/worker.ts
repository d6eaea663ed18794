import { findTrace } from '../kit/db/add-jobs.ts'
import {
  type ClaimedJob,
  claimDueJob,
  extendJobLease,
  finishJob,
  releaseJobs,
  rescheduleJob,
} from '../kit/db/job-rows.ts'
import { isDoneWithin } from '../kit/is-done-within.ts'
import type { JobHandler } from '../kit/slice.ts'
import { inSpan } from '../kit/tracing/tracing.ts'
import type { World } from '../kit/world.ts'

export interface Worker {
  /**
   * Stops taking jobs and waits for running ones. A job that runs longer than `graceMs` is released: it runs again after
   * the restart, or on another node. Returns false if a job was released and its connections are still open.
   */
  stop(graceMs?: number): Promise<boolean>
}

/** Time that an unresponsive mail server may delay a stop. */
export const stopGraceMs = 3000
/** Time limit for releasing jobs. If the database is too busy, their leases expire. */
const releaseMs = 1000
const idleMs = 1000
const concurrency = 4

/** Duration of a lease on a job, and the interval of its renewals while the job runs. */
interface Lease {
  readonly seconds: number
  readonly renewMs: number
}

// Short, so that jobs of a crashed node run again soon.
const defaultLease: Lease = { seconds: 120, renewMs: 30_000 }

/**
 * Runs jobs concurrently, with one job per kind unless the kind allows more, so that a slow server blocks only its own
 * kind. Every node has a worker. A worker renews its lease on a job as long as the job runs.
 */
export function startWorker(world: World, handlers: readonly JobHandler[], lease = defaultLease): Worker {
  const running = new Map<string, number>()
  const sleeping = new Set<() => void>()
  const leases: Leases = new Map()
  let lastTake: Promise<unknown> = Promise.resolve()
  let isPolling = false
  let isStopping = false

  async function work(): Promise<void> {
    while (!isStopping) {
      const didWork = await takeAndRun().catch((problem: unknown) => {
        world.log.error({ err: problem }, 'job queue failed')
        return false
      })
      if (!didWork && !isStopping) await sleep()
    }
  }

  async function takeAndRun(): Promise<boolean> {
    // Loops take jobs one after the other, so that the count of each kind is current.
    const takenJob = lastTake.then(take)
    lastTake = takenJob.catch(() => undefined)
    const job = await takenJob
    if (job === null) return false
    // There may be more jobs.
    wakeOne()
    try {
      await runJob(world, handlers, job, leases)
    } finally {
      count(job.kind, -1)
    }
    return true
  }

  async function take(): Promise<ClaimedJob | null> {
    if (isStopping) return null
    const available = handlers.filter(
      ({ kind, maxConcurrent: mostAtOnce = 1 }) => (running.get(kind) ?? 0) < mostAtOnce,
    )
    const now = world.clock.now()
    const kinds = available.map(({ kind }) => kind)
    const job = await claimDueJob(world.db, kinds, now, now + lease.seconds)
    if (job !== null) {
      count(job.kind, 1)
      leases.set(job, keepLease(world, job, lease))
    }
    return job
  }

  const count = (kind: string, change: 1 | -1): unknown => running.set(kind, (running.get(kind) ?? 0) + change)

  /** Idle loops sleep; one polls every second and wakes the others. */
  function sleep(): Promise<void> {
    return new Promise((resolve) => {
      const isPoller = !isPolling
      isPolling = true
      const wake = () => {
        if (isPoller) isPolling = false
        clearTimeout(timer)
        sleeping.delete(wake)
        resolve()
      }
      const timer = isPoller ? setTimeout(wake, idleMs).unref() : undefined
      sleeping.add(wake)
    })
  }

  function wakeOne(): void {
    const [wake] = sleeping
    wake?.()
  }

  const loops = Array.from({ length: concurrency }, work)
  return {
    async stop(graceMs = stopGraceMs) {
      isStopping = true
      for (const wake of [...sleeping]) wake()
      const areDone = await isDoneWithin(graceMs, Promise.all(loops))
      if (!areDone) await isDoneWithin(releaseMs, releaseRunningJobs(world, leases))
      return areDone
    },
  }
}

interface LeaseRenewal {
  end(): Promise<unknown>
}

/** Leases of running jobs; released jobs are removed. */
type Leases = Map<ClaimedJob, LeaseRenewal>

async function runJob(world: World, handlers: readonly JobHandler[], job: ClaimedJob, leases: Leases): Promise<void> {
  const { id, kind, attempts } = job
  const failed = await catchError(async () => {
    await world.cache.refresh()
    const payload: unknown = JSON.parse(job.payload)
    const handle = async () => handlers.find((handler) => handler.kind === kind)?.run(payload, world)
    const attributes = { 'tulipwood.job.id': id, 'tulipwood.job.kind': kind, 'tulipwood.job.attempts': attempts }
    await inSpan(world.tracing, { name: `job ${kind}`, kind: 'consumer', attributes }, handle, findTrace(payload) ?? {})
  })
  // Released in the meantime: its row belongs to the next worker.
  const renewal = leases.get(job)
  if (renewal === undefined) return
  leases.delete(job)
  await renewal.end()
  let isStillClaimed = true
  const finish = async (): Promise<void> => {
    isStillClaimed = await world.db.write((tx) => finishJob(tx, job))
  }
  const problem = failed ?? (await catchError(finish))
  if (!isStillClaimed) world.log.warn({ job: id, kind, attempts }, 'job took too long: another worker runs it as well')
  if (problem === undefined) return
  world.log.warn({ err: problem, job: id, kind, attempts }, 'job failed, will be retried')
  const retryAt = world.clock.now() + Math.min(3600, 10 * 2 ** attempts)
  await world.db.write((tx) => rescheduleJob(tx, job, retryAt, problem.message))
}

async function catchError(work: () => Promise<unknown>): Promise<Error | undefined> {
  try {
    await work()
    return undefined
  } catch (problem) {
    return problem instanceof Error ? problem : new Error(String(problem))
  }
}

/** Releases running jobs so that another worker can take them. */
async function releaseRunningJobs(world: World, leases: Leases): Promise<void> {
  const jobs = [...leases]
  if (jobs.length === 0) return
  leases.clear()
  await Promise.all(jobs.map(([, renewal]) => renewal.end()))
  const claims = jobs.map(([job]) => job)
  world.log.warn({ jobs: jobs.map(([{ id, kind }]) => ({ job: id, kind })) }, 'jobs interrupted, will run again')
  await world.db
    .write((tx) => releaseJobs(tx, claims))
    .catch((problem: unknown) => {
      world.log.warn({ err: problem }, 'could not release jobs; they will run again when their leases expire')
    })
}

/** Renews the lease on a job until it ends. */
function keepLease(world: World, job: ClaimedJob, { seconds, renewMs }: Lease): LeaseRenewal {
  let renewal: Promise<unknown> | undefined
  const renew = async (): Promise<void> => {
    try {
      await world.db.write((tx) => extendJobLease(tx, job, world.clock.now() + seconds))
    } catch (problem) {
      world.log.warn({ err: problem, job: job.id, kind: job.kind }, 'job continues without its lease')
    } finally {
      renewal = undefined
    }
  }
  // An import may block SQLite writes for a while: at most one renewal waits.
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
