import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Account } from './account.ts'

/** A program of Subversion's, run to its end. */
export interface ProgramRun {
  readonly file: string
  readonly parameters: readonly string[]
  /** Whom it runs as; null: us. */
  readonly account: Account | null
  /** An open file that it reads; none: it reads nothing. */
  readonly input?: number
  /** An open file that it writes to; none: what it says is answered. */
  readonly output?: number
  readonly milliseconds: number
  /** Of what it says; who says more is ended. */
  readonly mostBytes?: number
}

export interface ProgramEnd {
  /** null: it took too long, said too much or was killed */
  readonly code: number | null
  readonly output: Buffer
  /** Of its standard error, the beginning. */
  readonly complaint: string
}

const usualBytes = 16 * 1024 ** 2
const complaintBytes = 16 * 1024

/** Without anything of our environment; names of files are UTF-8 (contract 40 §3.3). Never fails but by its answer. */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { file, parameters, account, input = 'ignore', output = 'pipe', milliseconds, mostBytes = usualBytes } = run
  const child = spawn(file, parameters, {
    cwd: '/',
    env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    stdio: [input, output, 'pipe'],
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  })
  const said = gather(child.stdout, mostBytes, () => child.kill('SIGKILL'))
  const complaint = gather(child.stderr, complaintBytes)
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output: Buffer.concat(said), complaint: Buffer.concat(complaint).toString() }
  } catch (problem) {
    return { code: null, output: Buffer.alloc(0), complaint: String(problem) }
  } finally {
    clearTimeout(timer)
  }
}

/** The first bytes; whoever says more may be stopped. */
function gather(from: NodeJS.ReadableStream | null, most: number, stop?: () => void): Buffer[] {
  const pieces: Buffer[] = []
  let length = 0
  from?.on('data', (piece: Buffer) => {
    if (length + piece.length <= most) pieces.push(piece)
    else stop?.()
    length += piece.length
  })
  return pieces
}
