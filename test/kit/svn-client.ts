import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { createAccessKey } from '../../src/platform/commands/create-access-key.ts'
import type { TestServer } from './server.ts'

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** A person at a client of Subversion, with a folder for working copies. */
export interface SvnClient {
  readonly folder: string
  /** Runs `svn` with these words in the folder; fails when it fails. */
  run(...words: readonly string[]): Promise<string>
  /** The same for what may fail. */
  attempt(...words: readonly string[]): Promise<Ran>
  in(folder: string): Pick<SvnClient, 'run' | 'attempt'>
}

/** Where clients keep what they check out; to be removed by who made it. */
export async function workFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-svn-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

export function svnClient(folder: string, login: string, secret: string): SvnClient {
  const program = inject('subversion')?.svn
  if (program === undefined) throw new Error('This machine has no Subversion')
  const who = ['--username', login, '--password', secret, '--no-auth-cache', '--non-interactive']
  const configuration = ['--config-dir', path.join(folder, `.config-${login}`)]
  const attempt = async (cwd: string, words: readonly string[]): Promise<Ran> =>
    runToEnd(program, [...words, ...who, ...configuration], cwd)
  const at = (cwd: string) => ({
    attempt: (...words: readonly string[]) => attempt(cwd, words),
    async run(...words: readonly string[]) {
      const { code, out, error } = await attempt(cwd, words)
      if (code !== 0) throw new Error(`svn ${words.join(' ')} ended with ${code}: ${error}`)
      return out
    },
  })
  return { folder, ...at(folder), in: (inner) => at(path.join(folder, inner)) }
}

export async function runToEnd(program: string, words: readonly string[], cwd = '/'): Promise<Ran> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, error }
}

/** A key of somebody for Subversion. */
export async function svnKey(server: TestServer, login: string): Promise<string> {
  const key = { user: server.idOf(login), description: 'svn', scopes: ['write:svn'], expiresOn: null }
  return (await createAccessKey(server.world, { kind: 'system', reason: 'test' }, key)).identifier
}
