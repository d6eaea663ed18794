import { parentPort, workerData } from 'node:worker_threads'
import { connectToRead } from './sqlite.ts'
import type { AsideAnswer, AsideQuestion } from './sqlite-aside.ts'

const connection = connectToRead(workerData as string)

parentPort?.on('message', (question: AsideQuestion | 'end') => {
  if (question === 'end') {
    connection.close()
    parentPort?.close()
  } else parentPort?.postMessage(answerTo(question))
})

function answerTo({ turn, sql, parameters }: AsideQuestion): AsideAnswer {
  try {
    return { turn, rows: connection.execute(sql, parameters).rows }
  } catch (problem) {
    return { turn, problem }
  }
}
