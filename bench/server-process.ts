import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import manifest from '../package.json' with { type: 'json' }

const root = path.resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** As `npm start` calls it. */
const startFlags = manifest.scripts.start.match(/--\S+/g) ?? []
const startSettings = Object.fromEntries(
  Array.from(manifest.scripts.start.matchAll(/([A-Z_]+)=(\S+)/g), ([, name, value]) => [name, value]),
)

export interface RunningServer {
  readonly url: string
  readonly pid: number
  readonly startedInMs: number
  /**
   * Private memory in MiB (Linux): without memory shared with files, such as the mapped database, which can be
   * reclaimed.
   */
  privateMemory(): Promise<number>
  /** Sends a message to the probe and returns its response. */
  askProbe(message: string): Promise<unknown>
  stop(): Promise<void>
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

export const createEnvironment = (data: string, port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  TULIPWOOD_DATA: data,
  TULIPWOOD_PORT: String(port),
  TULIPWOOD_ADMIN_PASSWORD: 'correct horse battery',
  TULIPWOOD_LOG: 'warn',
  TULIPWOOD_TIMEZONE: 'Europe/Paris',
  ...startSettings,
})

/** Starts the server on a data directory and waits for the first 200; a probe is a module that is loaded first. */
export async function startServer(data: string, probe?: string): Promise<RunningServer> {
  const port = await findFreePort()
  const from = performance.now()
  const loaded = probe === undefined ? [] : ['--import', path.join(root, probe)]
  const child = spawn(process.execPath, [...startFlags, ...loaded, 'dist/server.mjs'], {
    cwd: root,
    env: createEnvironment(data, port),
    stdio: ['ignore', 'ignore', 'inherit', ...(probe === undefined ? [] : ['ipc' as const])],
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return running(child, url, performance.now() - from)
}

/** Starts another script that prints {"port": …}. */
export async function startScript(script: string, ...parameters: string[]): Promise<RunningServer> {
  const from = performance.now()
  const child = spawn(process.execPath, [path.join(root, script), ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { port } = JSON.parse(line.toString()) as { port: number }
  return running(child, `http://127.0.0.1:${port}`, performance.now() - from)
}

/** Runs the command line and returns what it printed. */
export async function runTulipwood(data: string, ...parameters: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['src/cli/main.ts', ...parameters], {
    cwd: root,
    env: createEnvironment(data, 0),
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/version`)).status === 200
  } catch {
    return false
  }
}

const running = (child: ChildProcess, url: string, startedInMs: number): RunningServer => ({
  url,
  // The process answers, so it was started.
  pid: child.pid as number,
  startedInMs,
  async privateMemory() {
    const rollup = await readFile(`/proc/${child.pid}/smaps_rollup`, 'utf8').catch(() => '')
    return Number(/^Anonymous:\s+(\d+)/m.exec(rollup)?.[1]) / 1024
  },
  async askProbe(message) {
    const answered = once(child, 'message')
    child.send(message)
    const [answer] = (await answered) as [unknown]
    return answer
  },
  async stop() {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  },
})
