import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Account, getPathForAccount } from '../programs/account.ts'
import { readErrorOutput, startProgram } from '../programs/start-program.ts'
import { prepareStorageDirectories } from '../storage/storage-directories.ts'
import { buildHookScript } from './install.ts'
import { callDescriptor, type ErrorLog, listenToHooks } from './listen.ts'

interface TryOptions {
  readonly dataDirectory: string
  readonly account: Account | null
  readonly log: ErrorLog
}

/** Runs a hook as Apache would, with the account of the repositories; returns why hooks cannot work here, or null. */
export async function tryHooks({ dataDirectory, account, log }: TryOptions): Promise<string | null> {
  try {
    const complaint = await runHook({ dataDirectory, account, log })
    return complaint === null ? null : describeProblem(account, complaint)
  } catch (problem) {
    return describeProblem(account, problem instanceof Error ? problem.message : String(problem))
  }
}

async function runHook({ dataDirectory, account, log }: TryOptions): Promise<string | null> {
  const { hooks } = await prepareStorageDirectories(dataDirectory, account)
  const listening = await listenToHooks({ dataDirectory, account, log, answer: async () => null })
  const directory = await mkdtemp(join(hooks, 'trial-'))
  try {
    // Like a repository: a directory that the account may access, with a script that it does not own.
    const script = join(directory, 'pre-commit')
    await writeFile(script, buildHookScript('pre-commit'))
    await chmod(script, 0o755)
    await chmod(directory, 0o755)
    const variables = Object.entries(listening.environment).map(([name, value]) => `${name}=${value}`)
    const parameters = [
      '-i',
      ...variables,
      getPathForAccount(account, script),
      getPathForAccount(account, directory),
      '0-0',
    ]
    const program = { file: '/usr/bin/env', parameters, account, milliseconds: 10_000 }
    const child = startProgram(program, ['ignore', 'ignore', 'pipe'], 'pipe')
    const complaint = readErrorOutput(child)
    listening.answerCallsOf(child.stdio[callDescriptor] as Readable)
    const [code] = (await once(child, 'close')) as [number | null]
    return code === 0 ? null : complaint().trim() || `a hook ended with ${code ?? 'a signal'}`
  } finally {
    await listening.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

const describeProblem = (account: Account | null, complaint: string): string =>
  `Hooks of repositories cannot run${account === null ? '' : ` as ${account.user}`}: ${complaint}. ` +
  'Set TULIPWOOD_DATA to a directory on a file system that permits execution and named pipes' +
  (account === null
    ? ''
    : `, and that ${account.user} can reach, such as /var/lib/tulipwood, or start the server as an ordinary user`)
