import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { processIo } from '../../src/cli/context/cli-io.ts'
import { openCliWorld } from '../../src/cli/context/open-cli-world.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import { createDatabase } from '../kit/postgres-server.ts'

export const bin = fileURLToPath(new URL('../../bin/tulipwood.mjs', import.meta.url))
export const root = path.dirname(path.dirname(bin))

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A separate installation: an empty data directory and, on PostgreSQL, an empty database. */
export interface Installation {
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  /** Initializes the empty database. */
  initialize(): Promise<void>
  /** Runs a command in this process. */
  run(args: readonly string[], options?: RunOptions): Promise<CommandResult>
  /** Runs a command in its own process, like users. */
  spawn(args: readonly string[], options?: RunOptions): Promise<CommandResult>
  /** Runs a command with `--json`, expects success, and returns its output. */
  runJson(...args: readonly string[]): Promise<any>
  /** Starts a server of this installation on a free port; returns its URL. */
  serve(env?: Record<string, string>): Promise<string>
  /** Stops the servers and removes the installation. */
  remove(): Promise<void>
}

export async function createCliInstallation(dialect: 'sqlite' | 'postgres'): Promise<Installation> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-cli-'))
  const adminUrl = inject('postgresUrl')
  const database = dialect === 'postgres' && adminUrl !== null ? await createDatabase(adminUrl) : undefined
  const env = {
    PATH: process.env['PATH'] ?? '',
    TULIPWOOD_DATA: path.join(directory, 'data'),
    TULIPWOOD_PORT: '0',
    TULIPWOOD_TIMEZONE: 'Europe/Paris',
    TULIPWOOD_LOG: 'error',
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
  }
  const servers: ReturnType<typeof spawn>[] = []

  const runInProcess: Installation['spawn'] = async (args, { input = '', env: more = {} } = {}) => {
    const child = spawn(process.execPath, [bin, ...args], { env: { ...env, ...more }, cwd: directory })
    // A command that does not read its input may have exited before it is written.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code, stdout, stderr }
  }

  const runInTest: Installation['run'] = async (args, { input = '', env: more = {} } = {}) => {
    let stdout = ''
    let stderr = ''
    const code = await runCommandLine(args, {
      env: { ...env, ...more },
      stdin: Readable.from([input]),
      isTerminal: false,
      out(text) {
        stdout += text
      },
      error(text) {
        stderr += text
      },
    })
    return { code, stdout, stderr }
  }

  return {
    async initialize() {
      const { db } = await openCliWorld(readConfig(env), { ...processIo, error() {} })
      await db.close()
    },
    directory,
    env,
    run: runInTest,
    spawn: runInProcess,
    async runJson(...args) {
      const { code, stdout, stderr } = await runInTest([...args, '--json'])
      if (code !== 0) throw new Error(`tulipwood ${args.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout)
    },
    async serve(more = {}) {
      const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
      const child = spawn(process.execPath, [bin, 'serve', '--json'], {
        env: { ...env, ...more },
        cwd: directory,
        stdio,
      })
      servers.push(child)
      const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
      return JSON.parse(line).address
    },
    async remove() {
      await Promise.all(
        servers.map(async (server) => {
          const exited = once(server, 'exit')
          server.kill()
          await exited
        }),
      )
      await database?.drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
