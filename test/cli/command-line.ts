import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { createDatabase } from '../kit/postgres-server.ts'

export const bin = fileURLToPath(new URL('../../bin/tulipwood.mjs', import.meta.url))
export const root = path.dirname(path.dirname(bin))

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Sent {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** An installation of its own: an empty data folder and, on PostgreSQL, an empty database. */
export interface Installation {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Runs a command to its end, in this process. */
  run(args: readonly string[], sent?: Sent): Promise<CommandResult>
  /** The same in a process of its own, as people run it. */
  spawn(args: readonly string[], sent?: Sent): Promise<CommandResult>
  /** Runs it with `--json`, and expects it to be done; what it printed. */
  ask(...args: readonly string[]): Promise<any>
  /** A server of this installation on a free port; its address. */
  serve(env?: Record<string, string>): Promise<string>
  /** Stops the servers and removes everything. */
  remove(): Promise<void>
}

export async function createCliInstallation(dialect: 'sqlite' | 'postgres'): Promise<Installation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-cli-'))
  const adminUrl = inject('postgresUrl')
  const database = dialect === 'postgres' && adminUrl !== null ? await createDatabase(adminUrl) : undefined
  const env = {
    PATH: process.env['PATH'] ?? '',
    TULIPWOOD_DATA: path.join(folder, 'data'),
    TULIPWOOD_PORT: '0',
    TULIPWOOD_TIMEZONE: 'Europe/Paris',
    TULIPWOOD_LOG: 'error',
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
  }
  const servers: ReturnType<typeof spawn>[] = []

  const spawned: Installation['spawn'] = async (args, { input = '', env: more = {} } = {}) => {
    const child = spawn(process.execPath, [bin, ...args], { env: { ...env, ...more }, cwd: folder })
    // Who does not read its input may be gone before we wrote it.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code, stdout, stderr }
  }

  const runHere: Installation['run'] = async (args, { input = '', env: more = {} } = {}) => {
    let stdout = ''
    let stderr = ''
    const code = await run(args, {
      env: { ...env, ...more },
      stdin: Readable.from([input]),
      isTerminal: false,
      out(said) {
        stdout += said
      },
      error(said) {
        stderr += said
      },
    })
    return { code, stdout, stderr }
  }

  return {
    folder,
    env,
    run: runHere,
    spawn: spawned,
    async ask(...args) {
      const { code, stdout, stderr } = await runHere([...args, '--json'])
      if (code !== 0) throw new Error(`tulipwood ${args.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout)
    },
    async serve(more = {}) {
      const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
      const child = spawn(process.execPath, [bin, 'serve', '--json'], { env: { ...env, ...more }, cwd: folder, stdio })
      servers.push(child)
      const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
      return JSON.parse(line).address
    },
    async remove() {
      await Promise.all(
        servers.map(async (server) => {
          const gone = once(server, 'exit')
          server.kill()
          await gone
        }),
      )
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
