import { parentPort, workerData } from 'node:worker_threads'
import { checkpoint, connectToRead } from './sqlite.ts'
import type { AsideAnswer, AsideQuestion } from './sqlite-aside.ts'

const file = workerData as string
const connection = connectToRead(file)

parentPort?.on('message', (question: AsideQuestion | 'end') => {
  if (question === 'end') {
    connection.close()
    parentPort?.close()
  } else parentPort?.postMessage(answerTo(question))
})

function answerTo({ turn, sql, parameters }: AsideQuestion): AsideAnswer {
  try {
    if (sql !== 'checkpoint') return { turn, rows: connection.execute(sql, parameters).rows }
    checkpoint(file)
    return { turn, rows: [] }
  } catch (problem) {
    return { turn, problem }
  }
}
