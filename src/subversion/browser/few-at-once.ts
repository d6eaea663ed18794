import { Refusal } from '../../kit/refusal.ts'

/** Lets only so many do their work at once; the others wait, in turn, unless too many do already. */
export function fewAtOnce(most: number, mostWaiting: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most) running += 1
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else {
      const headers = { 'Retry-After': '5' }
      throw new Refusal('unavailable', 'Too many look into repositories at the moment', { headers })
    }
    try {
      return await work()
    } finally {
      // Whoever comes next takes the place of who goes.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
