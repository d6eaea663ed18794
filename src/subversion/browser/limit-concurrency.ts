import { Refusal } from '../../kit/refusal.ts'

/** Limits the number of concurrent operations; the others wait in a queue of limited length. */
export function limitConcurrency(
  maxConcurrent: number,
  maxQueued: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < maxConcurrent) running += 1
    else if (waiting.length < maxQueued) await new Promise<void>((resolve) => waiting.push(resolve))
    else {
      const headers = { 'Retry-After': '5' }
      throw new Refusal('unavailable', 'Too many concurrent repository requests. Try again later.', { headers })
    }
    try {
      return await work()
    } finally {
      // Passes the slot on to the next in the queue.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
