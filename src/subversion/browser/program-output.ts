import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Refusal } from '../../kit/refusal.ts'
import type { Account } from '../account.ts'
import { runAs } from '../start-program.ts'

/** A program of Subversion's whose answer is read while it is given. */
export interface AskedProgram {
  readonly file: string
  readonly parameters: readonly string[]
  readonly account: Account | null
  readonly milliseconds: number
}

/** It ended by itself, and said what was wrong. */
export class ProgramFailed extends Error {
  readonly complaint: string

  constructor(file: string, code: number | null, complaint: string) {
    super(`${file} ended with ${code ?? 'a signal'}: ${complaint}`)
    this.name = 'ProgramFailed'
    this.complaint = complaint
  }
}

const mostComplaint = 16 * 1024

/**
 * What it says, piece by piece; it ends when nobody reads on. Nothing of our environment, names are UTF-8
 * (docs/decisions/0034-run-apache-behind-the-server.md).
 */
export async function* programOutput({
  file,
  parameters,
  account,
  milliseconds,
}: AskedProgram): AsyncGenerator<Buffer> {
  const child = spawn(file, parameters, {
    cwd: '/',
    env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    ...runAs(account, ['ignore', 'pipe', 'pipe']),
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  closed.catch(() => undefined)
  let complaint = ''
  child.stderr?.on('data', (piece: Buffer) => {
    if (complaint.length < mostComplaint) complaint += piece.toString()
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, milliseconds)
  try {
    for await (const piece of child.stdout as AsyncIterable<Buffer>) yield piece
    const [code] = await closed
    if (isLate) throw new Refusal('unavailable', 'It takes too long to read this from the repository')
    if (code !== 0) throw new ProgramFailed(file, code, complaint.trim())
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}
