import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './connection.ts'
import type { ThreadQuery, ThreadResult } from './read-thread.ts'
import type { SqlFunctions } from './types.ts'

/** Runs the queries of the thread that `openSqlite` starts; the module that `readThread` names calls it, once. */
export function runReadThread(functions: SqlFunctions): void {
  const file = workerData as string
  const connection = connect(file, 'reader', functions)

  parentPort?.on('message', (query: ThreadQuery | 'end') => {
    if (query === 'end') {
      connection.close()
      parentPort?.close()
    } else parentPort?.postMessage(answer(query))
  })

  function answer({ number: turn, sql, parameters }: ThreadQuery): ThreadResult {
    try {
      if (sql !== 'checkpoint') return { turn, rows: connection.execute(sql, parameters).rows }
      checkpointWal(file)
      return { turn, rows: [] }
    } catch (problem) {
      return { turn, problem }
    }
  }
}

/** Copies the content of the log into the database file without waiting for others. */
function checkpointWal(file: string): void {
  const connection = connect(file, 'checkpoint', {})
  try {
    connection.run('pragma wal_checkpoint(passive)')
  } finally {
    connection.close()
  }
}
