import { parentPort } from 'node:worker_threads'
import type { TextTask } from './render-in-worker.ts'
import { renderText } from './render-text.ts'

parentPort?.on('message', (tasks: readonly TextTask[]) => {
  parentPort?.postMessage(tasks.map(renderText))
})
