import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

/** A program of the product that runs in a separate process, since its input may harm it. */
export interface ProcessOptions {
  /** A module of Node.js. */
  readonly program: URL
  readonly parameters: readonly string[]
  /** Its standard input. */
  readonly input: AsyncIterable<Uint8Array>
  readonly timeoutMs: number
  /** Maximum size of its standard output; with more it is terminated. */
  readonly maxBytes: number
}

/** How it ended: by itself with a code, by a signal, or because it exceeded the time or the output limit. */
export type ProcessResult =
  | { readonly how: 'exit'; readonly code: number; readonly output: Buffer }
  | { readonly how: 'signal'; readonly signal: NodeJS.Signals }
  | { readonly how: 'stopped' }

/**
 * Runs the program with low priority and without the environment, which contains secrets. Errors while the input is
 * read are thrown.
 */
export async function runProcess({
  program,
  parameters,
  input,
  timeoutMs: milliseconds,
  maxBytes: maxOutputBytes,
}: ProcessOptions): Promise<ProcessResult> {
  const child = spawn(process.execPath, ['--max-old-space-size=64', fileURLToPath(program), ...parameters], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  })
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  // A process that could not be started is reported below, after its input.
  closed.catch(() => undefined)
  let isStopped = false
  const stop = (): void => {
    isStopped = true
    child.kill('SIGKILL')
  }
  const timer = setTimeout(stop, milliseconds)
  const chunks: Buffer[] = []
  let length = 0
  child.stdout.on('data', (piece: Buffer) => {
    length += piece.length
    if (length > maxOutputBytes) stop()
    else chunks.push(piece)
  })
  try {
    if (child.pid !== undefined) yieldTo(child.pid)
    await writeInput(input, child.stdin)
  } catch (problem) {
    child.kill('SIGKILL')
    await closed.catch(() => undefined)
    throw problem
  } finally {
    // A process that stops reading may still be running.
    void closed.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    )
  }
  const [code, signal] = await closed
  if (isStopped) return { how: 'stopped' }
  if (signal !== null) return { how: 'signal', signal }
  return { how: 'exit', code: code ?? 1, output: Buffer.concat(chunks) }
}

/** A process may end before it read its whole input. */
async function writeInput(input: AsyncIterable<Uint8Array>, sink: NodeJS.WritableStream): Promise<void> {
  const source = Readable.from(input)
  try {
    await pipeline(source, sink)
  } catch (problem) {
    if (!(problem instanceof Error && 'code' in problem && sinkFailures.has(String(problem.code)))) throw problem
  }
}

const sinkFailures: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECANCELED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'EOF',
])

/** Lowers the priority: no other work waits for it. */
function yieldTo(pid: number): void {
  try {
    setPriority(pid, 10)
  } catch {
    // It has ended already, or this system does not allow it.
  }
}

/** Windows starts nothing without this variable. */
function environment(): Record<string, string> {
  const { SystemRoot } = process.env
  return { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2', ...(SystemRoot === undefined ? {} : { SystemRoot }) }
}
