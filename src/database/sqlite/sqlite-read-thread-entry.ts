import { parentPort, workerData } from 'node:worker_threads'
import { checkpointWal, connectToRead } from './sqlite.ts'
import type { ThreadQuery, ThreadResult } from './sqlite-read-thread.ts'

const file = workerData as string
const connection = connectToRead(file)

parentPort?.on('message', (question: ThreadQuery | 'end') => {
  if (question === 'end') {
    connection.close()
    parentPort?.close()
  } else parentPort?.postMessage(answerTo(question))
})

function answerTo({ number: turn, sql, parameters }: ThreadQuery): ThreadResult {
  try {
    if (sql !== 'checkpoint') return { turn, rows: connection.execute(sql, parameters).rows }
    checkpointWal(file)
    return { turn, rows: [] }
  } catch (problem) {
    return { turn, problem }
  }
}
