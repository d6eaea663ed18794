import { performance } from 'node:perf_hooks'

/** The writing connection, as the queue sees it. */
export interface Writer {
  begin(): Promise<void>
  run(sql: string): void
  readonly inTransaction: boolean
}

interface Waiting {
  run(): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

// A batch waits for its slowest, and nothing else runs meanwhile: so it is bounded twice.
const mostTogether = 64
const longestMs = 10

/**
 * A queue of works of which those that wait together share a transaction, thus one sync of the disk.
 * Each has a savepoint: one that fails is undone alone. All are answered after the commit.
 */
export function groupCommit(writer: Writer) {
  const queue: Waiting[] = []
  let draining: Promise<void> | undefined

  function enqueue<T>(run: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The queue gives back to `resolve` what this very `run` returned.
      queue.push({ run, resolve: resolve as (result: unknown) => void, reject })
      draining ??= drain()
    })
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      // Lets the requests of one turn of the event loop gather, and reads go on between two batches.
      await new Promise(setImmediate)
      await runBatch()
    }
    draining = undefined
  }

  async function runBatch(): Promise<void> {
    try {
      await writer.begin()
    } catch (error) {
      for (const { reject } of queue.splice(0, mostTogether)) reject(error)
      return
    }
    const succeeded: (() => void)[] = []
    const joined: Waiting[] = []
    try {
      const started = performance.now()
      const alone = queue.length === 1
      while (queue.length > 0 && joined.length < mostTogether && performance.now() - started < longestMs) {
        const next = queue.shift() as Waiting
        …
      }
    } catch (error) {}
  }
}
