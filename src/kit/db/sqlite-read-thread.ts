import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { QueryResult } from 'kysely'
import { packagePath } from '../package-path.ts'
import type { Connection } from './engine.ts'

/** What the thread is sent, and what it answers (sqlite-aside-thread.ts). */
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

const idleTimeoutMs = 60_000

/**
 * Reads on a thread of their own, which is there while there is something to read: questions that take longer than
 * other requests may be kept waiting.
 */
export function startReadThread(file: string): Connection & { checkpoint(): Promise<void>; close(): Promise<void> } {
  const waiting = new Map<number, PromiseWithResolvers<QueryResult<never>>>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let turns = 0
  let isClosed = false

  function started(): Worker {
    if (thread !== undefined) return thread
    const worker = new Worker(packagePath('src/kit/db/sqlite-read-thread-entry.ts'), { workerData: file })
    worker.unref()
    worker.on('message', (answer: ThreadResult) => {
      const pending = waiting.get(answer.turn)
      waiting.delete(answer.turn)
      if ('problem' in answer) pending?.reject(answer.problem)
      // Kysely's types say what the columns are; here they are not known.
      else pending?.resolve({ rows: answer.rows as never[] })
      if (waiting.size === 0) rest()
    })
    worker.on('error', (problem) => leave(worker, problem))
    worker.on('exit', () => leave(worker, new Error('The thread that reads beside ended')))
    thread = worker
    return worker
  }

  /** Nobody waits for a thread that is gone. */
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

  function execute(sql: string, parameters: readonly unknown[]): Promise<QueryResult<never>> {
    if (isClosed) return Promise.reject(new Error('The database is closed'))
    clearTimeout(idle)
    const pending = Promise.withResolvers<QueryResult<never>>()
    const query: ThreadQuery = { number: ++turns, sql, parameters }
    const on = started()
    waiting.set(query.number, pending)
    on.ref()
    on.postMessage(query)
    return pending.promise
  }

  return {
    execute,
    /** Copies what the log holds into the database file. */
    async checkpoint() {
      await execute('checkpoint', [])
    },
    async close() {
      isClosed = true
      await end()
    },
  }
}
