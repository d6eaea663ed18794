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

interface Waiting {
  readonly tasks: readonly TextTask[]
  readonly resolve: (rendered: readonly string[] | undefined) => void
  readonly reject: (problem: unknown) => void
}

const queue: Waiting[] = []
let current: Waiting | undefined
let thread: Worker | undefined
let timer: NodeJS.Timeout | undefined

/**
 * Renders a few texts on a thread of their own. Calls are served in turn, so who has many texts calls several times and
 * waits in between, and others have their turns. Returns undefined when the time limit is reached.
 */
export function renderAside(tasks: readonly TextTask[]): Promise<readonly string[] | undefined> {
  return new Promise((resolve, reject) => {
    queue.push({ tasks, resolve, reject })
    if (current === undefined) startNext()
  })
}

function startNext(): void {
  clearTimeout(timer)
  current = queue.shift()
  const worker = thread ?? startThread()
  if (current === undefined) {
    worker.unref()
    timer = setTimeout(() => end(worker), maxIdleMs).unref()
    return
  }
  worker.ref()
  worker.postMessage(current.tasks)
  timer = setTimeout(() => {
    end(worker)
    settle((waiting) => waiting.resolve(undefined))
  }, maxTaskMs)
}

function startThread(): Worker {
  const started = new Worker(packagePath('src/fields/text-thread.ts'))
  started.on('message', (rendered: readonly string[]) => {
    if (thread === started) settle((waiting) => waiting.resolve(rendered))
  })
  const fail = (problem: unknown): void => {
    if (thread !== started) return
    thread = undefined
    settle((waiting) => waiting.reject(problem))
  }
  started.on('error', fail)
  started.on('exit', () => fail(new Error('The thread that renders texts ended')))
  thread = started
  return started
}

function settle(answer: (waiting: Waiting) => void): void {
  const settled = current
  current = undefined
  if (settled !== undefined) answer(settled)
  if (queue.length > 0 || thread !== undefined) startNext()
}

function end(worker: Worker): void {
  if (thread === worker) thread = undefined
  void worker.terminate()
}
