import {
  type ClaimedJobs,
  claimDueJobs,
  extendJobLease,
  finishJobs,
  releaseJobs,
  rescheduleJobs,
} from '../../database/rows/job-rows.ts'
import { findTrace } from '../../database/unit/add-jobs.ts'
import { isDoneWithin } from '../../kit/concurrency/is-done-within.ts'
import { nameNode } from '../../kit/system/node-name.ts'
import { inSpan } from '../../kit/tracing/tracing.ts'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { beginWork } from '../../world/units/begin-work.ts'

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
export function startWorker(world: IdleWorld, handlers: readonly JobHandler[], lease = defaultLease): Worker {
  const node = nameNode(world.config)
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
    const claim = await takenJob
    if (claim === null) return false
    // There may be more jobs.
    wakeOne()
    try {
      await runJobs(world, handlers, claim, leases)
    } finally {
      count(claim.kind, -1)
    }
    return true
  }

  async function take(): Promise<ClaimedJobs | null> {
    if (isStopping) return null
    const available = handlers.filter(({ kind, maxConcurrent = 1 }) => (running.get(kind) ?? 0) < maxConcurrent)
    const now = world.clock.now()
    const kinds = available.map(({ kind }) => kind)
    const claim = await claimDueJobs(world.db, kinds, now, now + lease.seconds, findMax, node)
    if (claim !== null) {
      count(claim.kind, 1)
      leases.set(claim, keepLease(world, claim, lease))
    }
    return claim
  }

  /** With tracing, each job continues the trace of its cause. */
  const findMax = (kind: string): number =>
    world.tracing ? 1 : (handlers.find((handler) => handler.kind === kind)?.together?.max ?? 1)

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
type Leases = Map<ClaimedJobs, LeaseRenewal>

async function runJobs(
  world: IdleWorld,
  handlers: readonly JobHandler[],
  claim: ClaimedJobs,
  leases: Leases,
): Promise<void> {
  const { ids, kind, attempts } = claim
  const failed = await catchError(async () => {
    const begun = await beginWork(world)
    const handler = handlers.find((each) => each.kind === kind)
    const payload = mergePayloads(claim, handler)
    const handle = async () => handler?.run(payload, begun)
    const attributes = {
      'tulipwood.job.id': ids[0] ?? 0,
      'tulipwood.job.kind': kind,
      'tulipwood.job.attempts': attempts,
    }
    await inSpan(world.tracing, { name: `job ${kind}`, kind: 'consumer', attributes }, handle, findTrace(payload) ?? {})
  })
  // Released in the meantime: the rows belong to the next worker.
  const renewal = leases.get(claim)
  if (renewal === undefined) return
  leases.delete(claim)
  await renewal.end()
  let isStillClaimed = true
  const finish = async (): Promise<void> => {
    isStillClaimed = await world.db.write((tx) => finishJobs(tx, claim))
  }
  const problem = failed ?? (await catchError(finish))
  const about = { jobs: ids, kind, attempts }
  if (!isStillClaimed) world.log.warn(about, 'job took too long: another worker runs it as well')
  if (problem === undefined) return
  world.log.warn({ err: problem, ...about }, 'job failed, will be retried')
  // Any of several jobs may be the cause: each of them runs by itself now.
  const delay = ids.length > 1 ? 0 : Math.min(3600, 10 * 2 ** attempts)
  const retryAt = world.clock.now() + delay
  await world.db.write((tx) => rescheduleJobs(tx, claim, retryAt, problem.message))
}

function mergePayloads({ payloads }: ClaimedJobs, handler: JobHandler | undefined): unknown {
  const parsed: readonly unknown[] = payloads.map((payload) => JSON.parse(payload))
  return parsed.length === 1 ? parsed[0] : handler?.together?.merge(parsed)
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
async function releaseRunningJobs(world: IdleWorld, leases: Leases): Promise<void> {
  const running = [...leases]
  if (running.length === 0) return
  leases.clear()
  await Promise.all(running.map(([, renewal]) => renewal.end()))
  const claims = running.map(([claim]) => claim)
  world.log.warn({ jobs: claims.map(({ ids, kind }) => ({ ids, kind })) }, 'jobs interrupted, will run again')
  await world.db
    .write((tx) => releaseJobs(tx, claims))
    .catch((problem: unknown) => {
      world.log.warn({ err: problem }, 'could not release jobs; they will run again when their leases expire')
    })
}

/** Renews the lease on jobs until they end. */
function keepLease(world: IdleWorld, claim: ClaimedJobs, { seconds, renewMs }: Lease): LeaseRenewal {
  let renewal: Promise<unknown> | undefined
  const renew = async (): Promise<void> => {
    try {
      await world.db.write((tx) => extendJobLease(tx, claim, world.clock.now() + seconds))
    } catch (problem) {
      world.log.warn({ err: problem, jobs: claim.ids, kind: claim.kind }, 'job continues without its lease')
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
