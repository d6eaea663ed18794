import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Connection, StatementResult } from './types.ts'

/** Messages to the thread, and its responses (run-read-thread.ts). */
export interface ThreadQuery {
  readonly number: number
  /** A query, or `checkpoint`. */
  readonly sql: string
  readonly parameters: readonly unknown[]
}
export type ThreadResult = { readonly turn: number } & (
  | { readonly rows: readonly unknown[] }
  | { readonly problem: unknown }
)

interface ReadThread extends Connection {
  /** Copies the content of the log into the database file. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

const idleTimeoutMs = 60_000

/**
 * Starts a thread for long reads, which runs only while there is something to read, so that other requests do not wait.
 */
export function startReadThread(file: string, program: URL): ReadThread {
  const waiting = new Map<number, PromiseWithResolvers<StatementResult>>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let turns = 0
  let isClosed = false

  function started(): Worker {
    if (thread !== undefined) return thread
    const worker = new Worker(program, { workerData: file })
    worker.unref()
    worker.on('message', (answer: ThreadResult) => {
      const pending = waiting.get(answer.turn)
      waiting.delete(answer.turn)
      if ('problem' in answer) pending?.reject(answer.problem)
      // The thread has run the same connection.execute().
      else pending?.resolve({ rows: answer.rows as never[] })
      if (waiting.size === 0) rest()
    })
    worker.on('error', (problem) => leave(worker, problem))
    worker.on('exit', () => leave(worker, new Error('The SQLite read thread ended')))
    thread = worker
    return worker
  }

  /** Rejects the pending queries of a thread that has ended. */
  function leave(gone: Worker, problem: unknown): void {
    if (thread !== gone) return
    thread = undefined
    for (const pending of waiting.values()) pending.reject(problem)
    waiting.clear()
  }

  function rest(): void {
    thread?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => void end(), idleTimeoutMs).unref()
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = thread
    if (ended === undefined) return
    const gone = once(ended, 'exit')
    ended.ref()
    ended.postMessage('end')
    leave(ended, new Error('The database is closed'))
    await gone
  }

  function execute(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    if (isClosed) return Promise.reject(new Error('The database is closed'))
    clearTimeout(idle)
    const pending = Promise.withResolvers<StatementResult>()
    const query: ThreadQuery = { number: ++turns, sql, parameters }
    const on = started()
    waiting.set(query.number, pending)
    on.ref()
    on.postMessage(query)
    return pending.promise
  }

  return {
    execute,
    async checkpoint() {
      await execute('checkpoint', [])
    },
    async close() {
      isClosed = true
      await end()
    },
  }
}
