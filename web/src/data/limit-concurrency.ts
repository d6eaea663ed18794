/** Lets at most `most` run at once; others wait in order. */
export function limitConcurrency(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < most) running += 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      // The slot passes to the next waiting task.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
