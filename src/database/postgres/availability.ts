import { setTimeout as sleep } from 'node:timers/promises'
import { isDoneWithin } from '../../kit/concurrency/is-done-within.ts'
import { DatabaseLostError } from '../../kit/messages/outage.ts'

export interface AvailabilityOptions {
  /** Resolves when the database accepts writes; must have a time limit of its own. */
  readonly probe: () => Promise<unknown>
  /** How long work waits for a database that is lost, from the beginning of the outage; 0: not at all. */
  readonly waitMs: number
}

/** Runs work that survives the loss of the database. */
export interface Availability {
  /** Whether the database was lost and has not answered a probe since. */
  readonly isLost: boolean
  /** Outages that have begun. */
  readonly outages: number
  /**
   * Runs work. When it throws `DatabaseLostError`, it runs again once the database is back, until the time is over. Work
   * that begins during an outage waits as well.
   */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Ends all waiting. */
  close(): void
}

interface Outage {
  readonly since: number
  readonly cause: DatabaseLostError
  readonly over: Promise<void>
}

const probeIntervalMs = 100
/** More works are refused at once: each one that waits holds the memory of its request. */
const maxWaiting = 2000
/** Against work that itself causes the loss, such as a statement that crashes its connection. */
const maxPauseMs = 1000

/**
 * Lets work wait while the database is lost. One probe for all waiting works notices that it is back, so that a database
 * that starts gets one connection attempt at a time. The time limit counts from the beginning of the outage: in a long one
 * requests are refused at once instead of piling up.
 */
export function createAvailability({ probe, waitMs }: AvailabilityOptions): Availability {
  let outage: Outage | undefined
  let outages = 0
  let waiting = 0
  const closing = new AbortController()

  function beginOutage(cause: DatabaseLostError): void {
    if (outage !== undefined || closing.signal.aborted) return
    outages++
    outage = { since: performance.now(), cause, over: probeUntilBack() }
  }

  async function probeUntilBack(): Promise<void> {
    while (!closing.signal.aborted) {
      const isBack = await probe().then(
        () => true,
        () => false,
      )
      if (isBack) break
      await sleep(probeIntervalMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
    outage = undefined
  }

  /** Waits for the end of a running outage; throws its cause when the time is over. */
  async function waitForEnd(deadline: number): Promise<void> {
    while (outage !== undefined) {
      const { since, cause, over } = outage
      const restMs = Math.min(deadline, since + waitMs) - performance.now()
      if (restMs <= 0 || waiting >= maxWaiting || closing.signal.aborted) throw cause
      waiting++
      try {
        if (!(await isDoneWithin(restMs, over))) throw cause
      } finally {
        waiting--
      }
    }
  }

  return {
    get isLost() {
      return outage !== undefined
    },
    get outages() {
      return outages
    },
    async run(work) {
      let deadline = Number.POSITIVE_INFINITY
      for (let losses = 0; ; ) {
        if (outage !== undefined) await waitForEnd(deadline)
        try {
          return await work()
        } catch (problem) {
          if (!(problem instanceof DatabaseLostError)) throw problem
          beginOutage(problem)
          deadline = Math.min(deadline, performance.now() + waitMs)
          const pauseMs = losses++ === 0 ? 0 : Math.min(25 * 2 ** losses, maxPauseMs)
          if (performance.now() + pauseMs >= deadline || closing.signal.aborted) throw problem
          if (pauseMs > 0) await sleep(pauseMs)
        }
      }
    },
    close() {
      closing.abort()
    },
  }
}
