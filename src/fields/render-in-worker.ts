import { Worker } from 'node:worker_threads'
import { packagePath } from '../kit/package-path.ts'
import type { RichText } from './field.ts'

/** A text to render: as safe HTML with addresses as links, without markup, or as safe HTML and nothing else. */
export interface TextTask {
  readonly text: RichText
  readonly form: 'html' | 'plain' | 'clean'
}

/** Longest that the texts of one call may take; they take a tenth of it at the worst. */
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
 * Renders a few texts on a thread of their own. Calls are served in turn, so who has many texts calls several times and
 * waits in between, and others have their turns. Returns undefined when the time limit is reached.
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
  const started = new Worker(packagePath('src/fields/render-worker.ts'))
  started.on('message', (rendered: readonly string[]) => {
    if (worker === started) settle((waiting) => waiting.resolve(rendered))
  })
  const fail = (problem: unknown): void => {
    if (worker !== started) return
    worker = undefined
    settle((waiting) => waiting.reject(problem))
  }
  started.on('error', fail)
  started.on('exit', () => fail(new Error('The thread that renders texts ended')))
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
