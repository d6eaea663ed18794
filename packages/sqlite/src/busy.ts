import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const busyCode = 5
const maxWaitMs = 30_000

/** Retries while another process writes, without blocking this one. */
export async function retryWhileBusy<T>(attempt: () => T): Promise<T> {
  const until = performance.now() + maxWaitMs
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() > until) {
        throw new Error('Another process has been writing to the database for 30 seconds', { cause: error })
      }
    }
    await sleep(pause * (0.5 + Math.random()))
  }
}

// The low byte: the rest distinguishes kinds of busy, such as recovery of the log.
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === busyCode
