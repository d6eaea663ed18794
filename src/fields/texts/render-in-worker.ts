import { Worker } from 'node:worker_threads'
import { resolveProgram } from '../../kit/system/package-path.ts'
import type { RichText } from '../model/field.ts'

/** A text to render: as safe HTML with links for URLs, without markup, or only as safe HTML. */
export interface TextTask {
  readonly text: RichText
  readonly form: 'html' | 'plain' | 'clean'
}

/** Maximum time for the texts of one call; they take at most a tenth of it. */
const maxTaskMs = 10_000
const maxIdleMs = 60_000

interface QueuedCall {
  readonly tasks: readonly TextTask[]
  readonly resolve: (rendered: readonly string[] | undefined) => void
  readonly reject: (problem: unknown) => void
}

const queue: QueuedCall[] = []
let currentCall: QueuedCall | undefined
let worker: Worker | undefined
let timer: NodeJS.Timeout | undefined

/**
 * Renders a few texts in a worker thread. Calls are queued: a caller with many texts splits them into several calls, so
 * that other requests get their turn. Returns undefined when the time limit is reached.
 */
export function renderInWorker(tasks: readonly TextTask[]): Promise<readonly string[] | undefined> {
  return new Promise((resolve, reject) => {
    queue.push({ tasks, resolve, reject })
    if (currentCall === undefined) startNext()
  })
}

function startNext(): void {
  clearTimeout(timer)
  currentCall = queue.shift()
  const activeWorker = worker ?? startWorker()
  if (currentCall === undefined) {
    activeWorker.unref()
    timer = setTimeout(() => end(activeWorker), maxIdleMs).unref()
    return
  }
  activeWorker.ref()
  activeWorker.postMessage(currentCall.tasks)
  timer = setTimeout(() => {
    end(activeWorker)
    settle((waiting) => waiting.resolve(undefined))
  }, maxTaskMs)
}

function startWorker(): Worker {
  const started = new Worker(resolveProgram('src/fields/texts/render-worker.ts'))
  started.on('message', (rendered: readonly string[]) => {
    if (worker === started) settle((waiting) => waiting.resolve(rendered))
  })
  const fail = (problem: unknown): void => {
    if (worker !== started) return
    worker = undefined
    settle((waiting) => waiting.reject(problem))
  }
  started.on('error', fail)
  started.on('exit', () => fail(new Error('The rendering worker exited')))
  worker = started
  return started
}

function settle(finish: (waiting: QueuedCall) => void): void {
  const call = currentCall
  currentCall = undefined
  if (call !== undefined) finish(call)
  if (queue.length > 0 || worker !== undefined) startNext()
}

function end(ended: Worker): void {
  if (worker === ended) worker = undefined
  void ended.terminate()
}
