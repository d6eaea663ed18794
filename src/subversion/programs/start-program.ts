import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import type { Account } from './account.ts'

/** A Subversion program. */
export interface RunningProgram {
  readonly file: string
  readonly parameters: readonly string[]
  /** Account it runs as; null: the account of the server. */
  readonly account: Account | null
  /** Time limit after which it is ended. */
  readonly milliseconds: number
}

/** Result of a program. */
export interface ProgramEnd {
  /** null: timed out, output too large, or killed */
  readonly code: number | null
  readonly output: Buffer
  /** Beginning of its standard error. */
  readonly errorOutput: string
}

type Stdio = readonly [stdin: StdioEntry, stdout: StdioEntry, stderr: StdioEntry]
type StdioEntry = 'pipe' | 'ignore' | number

/** Descriptors that programs inherit: standard ones, `InheritedDirectory`, then one for hook calls. */
export const buildDescriptors = (
  account: Account | null,
  stdio: Stdio,
  calls: 'pipe' | 'ignore' = 'ignore',
): StdioEntry[] => [...stdio, account?.directory?.descriptor() ?? 'ignore', calls]

/** Spawn options that run a program as an account. */
export const runAs = (
  account: Account | null,
  stdio: Stdio,
  calls?: 'pipe',
): Pick<SpawnOptions, 'stdio' | 'uid' | 'gid'> => ({
  stdio: buildDescriptors(account, stdio, calls),
  ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
})

/** The environment is empty; file names are UTF-8 (docs/decisions/0034-run-apache-behind-the-server.md). */
export function startProgram(
  { file, parameters, account, milliseconds }: RunningProgram,
  stdio: Stdio,
  calls?: 'pipe',
): ChildProcess {
  const child = spawn(file, parameters, {
    cwd: '/',
    env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    ...runAs(account, stdio, calls),
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  // A program that failed to start emits an error and never closes.
  for (const end of ['close', 'error']) child.once(end, () => clearTimeout(timer))
  return child
}

const maxErrorBytes = 16 * 1024

/** Returns the standard error once the program has ended. */
export function readErrorOutput(child: ChildProcess): () => string {
  const output = readAtMost(child.stderr, maxErrorBytes)
  return () => Buffer.concat(output).toString()
}

/** Collects the first bytes; may stop programs that write more. */
export function readAtMost(from: NodeJS.ReadableStream | null, maxBytes: number, stop?: () => void): Buffer[] {
  const pieces: Buffer[] = []
  let length = 0
  from?.on('data', (piece: Buffer) => {
    if (length + piece.length <= maxBytes) pieces.push(piece)
    else stop?.()
    length += piece.length
  })
  return pieces
}
