import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ProgramEnd, type RunningProgram, readErrorOutput, startProgram } from './start-program.ts'

/**
 * Runs a program with streamed input. If the input fails, the program is ended and the error thrown: it never processes
 * truncated input as complete.
 */
export async function feedProgram(program: RunningProgram, content: AsyncIterable<Uint8Array>): Promise<ProgramEnd> {
  const child = startProgram(program, ['pipe', 'ignore', 'pipe'])
  const complaint = readErrorOutput(child)
  const closed = once(child, 'close') as Promise<[number | null]>
  closed.catch(() => undefined)
  let isOver = false
  let broken: { readonly problem: unknown } | undefined
  async function* watched(): AsyncGenerator<Uint8Array> {
    const pieces = content[Symbol.asyncIterator]()
    const next = () =>
      pieces.next().catch((problem: unknown) => {
        broken = { problem }
        throw problem
      })
    try {
      for (let piece = await next(); piece.done !== true; piece = await next()) yield piece.value
    } finally {
      await pieces.return?.()
    }
  }
  try {
    // Started with a pipe as standard input.
    const to = child.stdin as Writable
    await pipeline(Readable.from(watched(), { objectMode: false }), to).catch(() => {
      // Prefers the error of the input. A broken pipe on its own means that the program ended before it had read
      // everything: its own result counts.
      if (broken !== undefined) throw broken.problem
    })
    const [code] = await closed
    isOver = true
    return { code, output: Buffer.alloc(0), errorOutput: complaint() }
  } finally {
    if (!isOver) {
      child.kill('SIGKILL')
      // No more writes happen once the caller cleans up.
      await closed.catch(() => undefined)
    }
  }
}
