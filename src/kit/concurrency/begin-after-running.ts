import { setTimeout as wait } from 'node:timers/promises'

/** Begins a run at a time that it chooses, and returns its result. */
export type Begin = <Result>(run: () => Promise<Result>) => Promise<Result>

const maxWaitMs = 5

/**
 * Returns a function that begins a run in the next turn of the event loop, and while the previous run lasts waits for
 * its end, for a few milliseconds at most. For runs that serve all calls that were collected meanwhile: many callers
 * share few runs, a single caller does not wait, and a run that hangs holds up no other.
 */
export function createBeginAfterRunning(): Begin {
  let running: Promise<unknown> | undefined
  return async (run) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (running !== undefined) await Promise.race([running, wait(maxWaitMs)])
    const result = run()
    const ended = result
      .catch(() => undefined)
      .then(() => {
        if (running === ended) running = undefined
      })
    running = ended
    return result
  }
}
