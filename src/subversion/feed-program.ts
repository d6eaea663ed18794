import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { complaintOf, type Program, type ProgramEnd, startProgram } from './start-program.ts'

/**
 * Runs a program that reads these bytes while they come. What goes wrong with them is thrown, and the program is ended:
 * it never takes a part for the whole.
 */
export async function feedProgram(program: Program, content: AsyncIterable<Uint8Array>): Promise<ProgramEnd> {
  const child = startProgram(program, ['pipe', 'ignore', 'pipe'])
  const complaint = complaintOf(child)
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
    // It was started with a pipe to read from.
    const to = child.stdin as Writable
    await pipeline(Readable.from(watched(), { objectMode: false }), to).catch(() => {
      // The pipe may have broken, too, and be what is told. If it alone did, the program ended before it had read
      // everything: what it says of that counts.
      if (broken !== undefined) throw broken.problem
    })
    const [code] = await closed
    isOver = true
    return { code, output: Buffer.alloc(0), complaint: complaint() }
  } finally {
    if (!isOver) {
      child.kill('SIGKILL')
      // Nothing of it is written any more when whoever began it clears up.
      await closed.catch(() => undefined)
    }
  }
}
