import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { inject } from 'vitest'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import type { ProgramRequest, ProgramResult } from './program-runner.ts'
import type { TestServer } from './server.ts'

/** A user of the Subversion client, with a directory for working copies. */
export interface SvnClient {
  readonly directory: string
  /** Runs `svn` in the directory; throws if it fails. */
  run(...args: readonly string[]): Promise<string>
  /** Runs `svn`, which may fail. */
  attempt(...args: readonly string[]): Promise<ProgramResult>
  in(directory: string): Pick<SvnClient, 'run' | 'attempt'>
}

/** Creates a directory for working copies; the caller removes it. */
export async function createWorkingDirectory(): Promise<{ readonly directory: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-svn-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

export function createSvnClient(directory: string, login: string, secret: string): SvnClient {
  const program = inject('subversion')?.svn
  if (program === undefined) throw new Error('Subversion is not installed')
  const credentials = ['--username', login, '--password', secret, '--no-auth-cache', '--non-interactive']
  const configuration = ['--config-dir', path.join(directory, `.config-${login}`)]
  const attempt = async (cwd: string, args: readonly string[]): Promise<ProgramResult> =>
    runProgram(program, [...args, ...credentials, ...configuration], cwd)
  const at = (cwd: string) => ({
    attempt: (...args: readonly string[]) => attempt(cwd, args),
    async run(...args: readonly string[]) {
      const { code, stdout, stderr } = await attempt(cwd, args)
      if (code !== 0) throw new Error(`svn ${args.join(' ')} ended with ${code}: ${stderr}`)
      return stdout
    },
  })
  return { directory, ...at(directory), in: (inner) => at(path.join(directory, inner)) }
}

export async function runProgram(program: string, args: readonly string[], cwd = '/'): Promise<ProgramResult> {
  const runner = inject('subversion')?.runner
  if (runner === undefined) throw new Error('Subversion is not installed')
  const request: ProgramRequest = { program, args, cwd }
  const socket = connect(runner)
  socket.end(JSON.stringify(request))
  return (await json(socket)) as ProgramResult
}

/** Creates an access key of a user for Subversion. */
export async function createSvnKey(server: TestServer, login: string): Promise<string> {
  const key = { user: server.idOf(login), description: 'svn', scopes: ['write:svn'], expiresOn: null }
  return (await createAccessKey(server.world, { kind: 'system', reason: 'test' }, key)).identifier
}
