import { texts } from '../texts/texts.ts'
import { Failure } from './failure.ts'
import { computeRetryPause, pause } from './retry.ts'
import { isTemporary } from './tus.ts'

interface RepeatedTransfer {
  /** Stops the transfer, also between two attempts. */
  readonly signal: AbortSignal
  /** `onProgress` starts the pauses between attempts from the shortest again. */
  send(onProgress: () => void): Promise<void>
  /** Whether to send again after a failure; default: temporary ones. */
  canRepeat?(failure: Failure): boolean
  /** Before the pause after a failure. */
  onPause(): void
}

/** Sends until it succeeds; returns false if it was stopped, and throws a failure that repeating does not help. */
export async function repeatTransfer({
  signal,
  send,
  canRepeat = isTemporary,
  onPause,
}: RepeatedTransfer): Promise<boolean> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      await send(() => {
        attempt = 0
      })
      return true
    } catch (thrown) {
      if (signal.aborted) return false
      const failure = thrown instanceof Failure ? thrown : new Failure(texts.states.problem, 500)
      if (!canRepeat(failure)) throw failure
      onPause()
      await pause(computeRetryPause(failure, attempt), (wake) => signal.addEventListener('abort', wake))
    }
  }
  return false
}
