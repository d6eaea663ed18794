import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Account } from '../programs/account.ts'
import { runAs } from '../programs/start-program.ts'

/** A Subversion program whose output is streamed. */
export interface ProgramRequest {
  readonly file: string
  readonly parameters: readonly string[]
  readonly account: Account | null
  readonly milliseconds: number
}

/** The program ended with an error. */
export class ProgramFailure extends Error {
  readonly errorOutput: string

  constructor(file: string, code: number | null, complaint: string) {
    super(`${file} ended with ${code ?? 'a signal'}: ${complaint}`)
    this.name = 'ProgramFailed'
    this.errorOutput = complaint
  }
}

const maxErrorBytes = 16 * 1024

/**
 * Streams the output; stops the program when the reader stops. The environment is empty and names are UTF-8
 * (docs/decisions/0034-run-apache-behind-the-server.md).
 */
export async function* streamProgramOutput({
  file,
  parameters,
  account,
  milliseconds,
}: ProgramRequest): AsyncGenerator<Buffer> {
  const child = spawn(file, parameters, {
    cwd: '/',
    env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    ...runAs(account, ['ignore', 'pipe', 'pipe']),
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  closed.catch(() => undefined)
  let complaint = ''
  child.stderr?.on('data', (piece: Buffer) => {
    if (complaint.length < maxErrorBytes) complaint += piece.toString()
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, milliseconds)
  try {
    for await (const piece of child.stdout as AsyncIterable<Buffer>) yield piece
    const [code] = await closed
    if (isLate) throw new Refusal('unavailable', 'Reading from the repository timed out.')
    if (code !== 0) throw new ProgramFailure(file, code, complaint.trim())
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}
