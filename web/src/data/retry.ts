import { msSinceOnline } from './connection.ts'
import type { Failure } from './failure.ts'

const maxPauseMs = 30_000
/** So long after the browser came online, failures are those of a connection that is not ready yet. */
const newlyOnlineMs = 5000

/** Whether the same request may succeed later: no connection, a proxy without its server, or too many requests. */
export const hasNoAnswer = ({ status }: Failure): boolean => [0, 429, 502, 503, 504].includes(status)

/**
 * The pause before the next attempt in milliseconds: doubled each time, but short while the browser is newly online, at
 * least what `Retry-After` demands.
 */
export const computeRetryPause = ({ retryAfter }: Failure, attempt: number): number =>
  Math.max((retryAfter ?? 0) * 1000, msSinceOnline() < newlyOnlineMs ? 1000 : Math.min(maxPauseMs, 1000 * 2 ** attempt))

/** Waits until the pause is over, the browser is online again, or `wake` is called; `onStart` receives `wake`. */
export const pause = (ms: number, onStart: (wake: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    addEventListener('online', wake)
    onStart(wake)
  })
