import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ProgramEnd, ProgramRun } from './run-program.ts'

type Fed = Pick<ProgramRun, 'file' | 'parameters' | 'account' | 'milliseconds'>

const mostComplaint = 16 * 1024

/**
 * Runs a program that reads these bytes while they come. What goes wrong with them is thrown, and the program is ended:
 * it never takes a part for the whole.
 */
export async function feedProgram(run: Fed, content: AsyncIterable<Uint8Array>): Promise<ProgramEnd> {
  const { file, parameters, account, milliseconds } = run
  const child = spawn(file, parameters, {
    cwd: '/',
    env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'pipe'],
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  })
  let complaint = ''
  child.stderr.on('data', (piece: Buffer) => {
    if (complaint.length < mostComplaint) complaint += piece.toString()
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  closed.catch(() => undefined)
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  let isOver = false
  let isContentBroken = false
  async function* watched(): AsyncGenerator<Uint8Array> {
    const pieces = content[Symbol.asyncIterator]()
    const next = () =>
      pieces.next().catch((problem: unknown) => {
        isContentBroken = true
        throw problem
      })
    try {
      for (let piece = await next(); piece.done !== true; piece = await next()) yield piece.value
    } finally {
      await pieces.return?.()
    }
  }
  try {
    await pipeline(Readable.from(watched(), { objectMode: false }), child.stdin).catch((problem: unknown) => {
      // Otherwise it ended before it had read everything: what it says of that counts.
      if (isContentBroken) throw problem
    })
    const [code] = await closed
    isOver = true
    return { code, output: Buffer.alloc(0), complaint }
  } finally {
    clearTimeout(timer)
    if (!isOver) {
      child.kill('SIGKILL')
      // Nothing of it is written any more when whoever began it clears up.
      await closed.catch(() => undefined)
    }
  }
}
