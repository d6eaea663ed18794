interface QueueLimit {
  readonly maxWaiting: number
  /** Creates the error for calls that find the queue full. */
  readonly createError: () => Error
}

/**
 * Returns a function that runs at most `maxConcurrent` operations at the same time. Further calls wait in order; without a
 * queue limit any number of them.
 */
export function limitConcurrency(
  maxConcurrent: number,
  queue?: QueueLimit,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < maxConcurrent) running += 1
    else if (queue !== undefined && waiting.length >= queue.maxWaiting) throw queue.createError()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot passes on as it is, so that no later call takes it first.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
