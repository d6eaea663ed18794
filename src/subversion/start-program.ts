import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import type { Account } from './account.ts'

/** A program of Subversion's. */
export interface Program {
  readonly file: string
  readonly parameters: readonly string[]
  /** Whom it runs as; null: us. */
  readonly account: Account | null
  /** Who takes longer is ended. */
  readonly milliseconds: number
}

/** How a program ended. */
export interface ProgramEnd {
  /** null: it took too long, said too much or was killed */
  readonly code: number | null
  readonly output: Buffer
  /** Of its standard error, the beginning. */
  readonly complaint: string
}

type Stdio = readonly [stdin: StdioEntry, stdout: StdioEntry, stderr: StdioEntry]
type StdioEntry = 'pipe' | 'ignore' | number

/** The descriptors that programs inherit: theirs, that of `Entry`, then one for the calls of hooks. */
export const descriptorsFor = (
  account: Account | null,
  stdio: Stdio,
  calls: 'pipe' | 'ignore' = 'ignore',
): StdioEntry[] => [...stdio, account?.entry?.descriptor() ?? 'ignore', calls]

/** The options that run a program as an account. */
export const runAs = (
  account: Account | null,
  stdio: Stdio,
  calls?: 'pipe',
): Pick<SpawnOptions, 'stdio' | 'uid' | 'gid'> => ({
  stdio: descriptorsFor(account, stdio, calls),
  ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
})

/** Without anything of our environment; names of files are UTF-8 (docs/decisions/0034-run-apache-behind-the-server.md). */
export function startProgram(
  { file, parameters, account, milliseconds }: Program,
  stdio: Stdio,
  calls?: 'pipe',
): ChildProcess {
  const child = spawn(file, parameters, {
    cwd: '/',
    env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    ...runAs(account, stdio, calls),
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  // One that could not be started says so and is never closed.
  for (const end of ['close', 'error']) child.once(end, () => clearTimeout(timer))
  return child
}

const complaintBytes = 16 * 1024

/** What it complains of, once it is over. */
export function complaintOf(child: ChildProcess): () => string {
  const said = gather(child.stderr, complaintBytes)
  return () => Buffer.concat(said).toString()
}

/** The first bytes; whoever says more may be stopped. */
export function gather(from: NodeJS.ReadableStream | null, most: number, stop?: () => void): Buffer[] {
  const pieces: Buffer[] = []
  let length = 0
  from?.on('data', (piece: Buffer) => {
    if (length + piece.length <= most) pieces.push(piece)
    else stop?.()
    length += piece.length
  })
  return pieces
}
