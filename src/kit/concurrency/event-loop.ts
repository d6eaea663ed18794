import { performance } from 'node:perf_hooks'

/**
 * How long the main thread may work before it lets other requests through. Work that can be long calls `pauseIfDue`
 * between its steps; a step is small against 50 ms, which no request may exceed (decision 44).
 */
const maxTurnMs = 8

let startedAt: number | undefined
const waiting: (() => void)[] = []

/** Returns how long this iteration of the event loop has lasted since the first call within it. */
function elapsedMs(): number {
  const now = performance.now()
  if (startedAt === undefined) {
    startedAt = now
    setImmediate(endTurn)
  }
  return now - startedAt
}

/** Each waiting call continues in an iteration of its own: all of them at once would be one long iteration again. */
function endTurn(): void {
  startedAt = undefined
  const next = waiting.shift()
  if (next === undefined) return
  startedAt = performance.now()
  setImmediate(endTurn)
  next()
}

/** Returns a promise to wait for when the main thread has worked long enough, else undefined: `await` alone costs time. */
export function pauseIfDue(): Promise<void> | undefined {
  if (elapsedMs() < maxTurnMs) return undefined
  return new Promise((resolve) => waiting.push(resolve))
}

/** Maps items in their order and lets other requests through in between. */
export async function mapWithPauses<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    results.push(map(item))
  }
  return results
}

/** Runs work that yields between its steps, and lets other requests through there; returns its result. */
export async function runWithPauses<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
  }
}
