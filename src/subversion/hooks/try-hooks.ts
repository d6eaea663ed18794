import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Account, pathFor } from '../account.ts'
import { preparePlaces } from '../places.ts'
import { complaintOf, startProgram } from '../start-program.ts'
import { hookScript } from './install.ts'
import { callDescriptor, type ErrorLog, listenToHooks } from './listen.ts'

interface Options {
  readonly dataFolder: string
  readonly account: Account | null
  readonly log: ErrorLog
}

/** Runs a hook as Apache would, with the account of the repositories; returns why hooks cannot work here, or null. */
export async function tryHooks({ dataFolder, account, log }: Options): Promise<string | null> {
  try {
    const complaint = await runHook({ dataFolder, account, log })
    return complaint === null ? null : problemOf(account, complaint)
  } catch (problem) {
    return problemOf(account, problem instanceof Error ? problem.message : String(problem))
  }
}

async function runHook({ dataFolder, account, log }: Options): Promise<string | null> {
  const { hooks } = await preparePlaces(dataFolder, account)
  const listening = await listenToHooks({ dataFolder, account, log, answer: async () => null })
  const folder = await mkdtemp(join(hooks, 'trial-'))
  try {
    // A folder that the account may enter, with a script that it does not own, as in a repository.
    const script = join(folder, 'pre-commit')
    await writeFile(script, hookScript('pre-commit'))
    await chmod(script, 0o755)
    await chmod(folder, 0o755)
    const variables = Object.entries(listening.environment).map(([name, value]) => `${name}=${value}`)
    const parameters = ['-i', ...variables, pathFor(account, script), pathFor(account, folder), '0-0']
    const program = { file: '/usr/bin/env', parameters, account, milliseconds: 10_000 }
    const child = startProgram(program, ['ignore', 'ignore', 'pipe'], 'pipe')
    const complaint = complaintOf(child)
    listening.answerCallsOf(child.stdio[callDescriptor] as Readable)
    const [code] = (await once(child, 'close')) as [number | null]
    return code === 0 ? null : complaint().trim() || `a hook ended with ${code ?? 'a signal'}`
  } finally {
    await listening.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const problemOf = (account: Account | null, complaint: string): string =>
  `Hooks of repositories cannot run${account === null ? '' : ` as ${account.user}`}: ${complaint}. ` +
  'Set TULIPWOOD_DATA to a folder on a file system that permits execution and named pipes' +
  (account === null
    ? ''
    : `, and that ${account.user} can reach, such as /var/lib/tulipwood, or start the server as an ordinary user`)
