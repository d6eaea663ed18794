import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { QueryResult } from 'kysely'
import { packagePath } from '../package-path.ts'
import type { Connection } from './engine.ts'

/** What the thread is sent, and what it answers (sqlite-aside-thread.ts). */
export interface AsideQuestion {
  readonly turn: number
  /** A query, or `checkpoint`. */
  readonly sql: string
  readonly parameters: readonly unknown[]
}
export type AsideAnswer = { readonly turn: number } & (
  | { readonly rows: readonly unknown[] }
  | { readonly problem: unknown }
)

const longestIdleMs = 60_000

/**
 * Reads on a thread of their own, which is there while there is something to read: questions that take longer than
 * other requests may be kept waiting.
 */
export function aside(file: string): Connection & { checkpoint(): Promise<void>; close(): Promise<void> } {
  const waiting = new Map<number, PromiseWithResolvers<QueryResult<never>>>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let turns = 0
  let isClosed = false

  function started(): Worker {
    if (thread !== undefined) return thread
    const made = new Worker(packagePath('src/kit/db/sqlite-aside-thread.ts'), { workerData: file })
    made.unref()
    made.on('message', (answer: AsideAnswer) => {
      const asked = waiting.get(answer.turn)
      waiting.delete(answer.turn)
      if ('problem' in answer) asked?.reject(answer.problem)
      // Kysely's types say what the columns are; here they are not known.
      else asked?.resolve({ rows: answer.rows as never[] })
      if (waiting.size === 0) rest()
    })
    made.on('error', (problem) => leave(made, problem))
    made.on('exit', () => leave(made, new Error('The thread that reads beside ended')))
    thread = made
    return made
  }

  /** Nobody waits for a thread that is gone. */
  function leave(gone: Worker, problem: unknown): void {
    if (thread !== gone) return
    thread = undefined
    for (const asked of waiting.values()) asked.reject(problem)
    waiting.clear()
  }

  function rest(): void {
    thread?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => void end(), longestIdleMs).unref()
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
    const asked = Promise.withResolvers<QueryResult<never>>()
    const question: AsideQuestion = { turn: ++turns, sql, parameters }
    const on = started()
    waiting.set(question.turn, asked)
    on.ref()
    on.postMessage(question)
    return asked.promise
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
