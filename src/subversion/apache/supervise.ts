import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Refusal } from '../../kit/messages/refusal.ts'
import { readProcessIdentity } from '../../kit/system/process-identity.ts'
import { callDescriptor, type ListeningHooks } from '../hooks/listen.ts'
import type { Account } from '../programs/account.ts'
import type { Programs } from '../programs/programs.ts'
import { buildDescriptors } from '../programs/start-program.ts'
import {
  buildGenerationUrl,
  buildLocationUrl,
  configurationFile,
  generationFile,
  locationDirectory,
  processFile,
  renderGeneration,
  renderLocation,
  renderServerConfiguration,
  type ServedRepository,
} from './configuration.ts'
import { endLeftoverProcesses, markFile } from './end-leftover-processes.ts'
import { findFreePort } from './free-port.ts'
import { guard } from './guard.ts'
import { isInProcessGroup } from './is-in-process-group.ts'

/** Port of Apache and the secret that authenticates the server to it. */
export interface ApacheEndpoint {
  readonly port: number
  readonly secret: string
}

interface ApacheProcess extends ApacheEndpoint {
  readonly child: ChildProcess
  readonly directory: string
  readonly startedAt: number
  generation: number
}

interface ApacheOptions {
  readonly programs: Programs
  readonly account: Account | null
  readonly log: Logger
  /** Directory with one subdirectory per run; created on demand. */
  runs(): Promise<string>
  /** Endpoint of the hooks; listens while Apache is in use. */
  readonly hooks: { start(): Promise<Pick<ListeningHooks, 'environmentFile' | 'answerCallsOf'>>; stop(): Promise<void> }
  /** Repositories served from the start. */
  loadRepositories(): Promise<readonly ServedRepository[]>
}

const minPauseMs = 100
const maxPauseMs = 30_000
const startTimeoutMs = 15_000
/** Runs that lasted longer did not fail at the start. */
const stableAfterMs = 60_000

/**
 * The Apache child process: started when a repository is first requested, restarted when it ends, stopped with the
 * server. Repositories are added while it runs without interrupting requests.
 */
export class Apache {
  readonly #options: ApacheOptions
  readonly #served = new Map<string, ServedRepository>()
  #running: ApacheProcess | undefined
  #starting: Promise<ApacheProcess> | undefined
  #reloading: Promise<void> = Promise.resolve()
  #pauseMs = 0
  #nextStart = 0
  #isWanted = false
  #isStopped = false

  constructor(options: ApacheOptions) {
    this.#options = options
  }

  /** Whether it was requested and is not running. */
  get isDown(): boolean {
    return this.#isWanted && this.#running === undefined
  }

  /** Starts it in advance so that the first client need not wait. */
  start(): void {
    void this.#ensureRunning().catch(() => undefined)
  }

  /** Returns the endpoint that serves a repository; throws while Apache is down. */
  async serve(served: ServedRepository): Promise<ApacheEndpoint> {
    const running = await this.#ensureRunning()
    if (this.#isServed(served)) return running
    // Concurrent requests for one repository: the first adds it, the others find it added.
    this.#reloading = this.#reloading.then(
      () => this.#addLocation(served),
      () => this.#addLocation(served),
    )
    await this.#reloading
    return this.#ensureRunning()
  }

  /** Resolves when all its processes have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const running = this.#running ?? (await this.#starting?.catch(() => undefined))
    if (running !== undefined) await this.#kill(running)
    // Running commits have called their hooks by now.
    await this.#options.hooks.stop()
  }

  /** Ends all its processes at once, without waiting for their requests. */
  abort(): void {
    this.#isStopped = true
    if (this.#running !== undefined) killProcessGroup(this.#running.child)
    void this.#starting?.then(({ child }) => killProcessGroup(child)).catch(() => undefined)
  }

  async #kill(running: ApacheProcess): Promise<void> {
    const exit = running.child.exitCode === null && running.child.signalCode === null && once(running.child, 'exit')
    running.child.stdin?.end()
    await exit
    await this.#removeRun(running.directory)
  }

  #isServed(served: ServedRepository): boolean {
    const entry = this.#served.get(buildLocationUrl(served))
    return entry?.path === served.path && entry.accessFile === served.accessFile
  }

  #ensureRunning(): Promise<ApacheProcess> {
    if (this.#running !== undefined) return Promise.resolve(this.#running)
    if (this.#isStopped) return Promise.reject(serviceUnavailable(1))
    this.#isWanted = true
    const pause = this.#nextStart - Date.now()
    if (this.#starting === undefined && pause > 0) return Promise.reject(serviceUnavailable(Math.ceil(pause / 1000)))
    this.#starting ??= this.#launch().finally(() => {
      this.#starting = undefined
    })
    return this.#starting
  }

  async #launch(): Promise<ApacheProcess> {
    try {
      const running = await this.#spawn()
      this.#running = running
      return running
    } catch (problem) {
      this.#options.log.error({ err: problem }, 'Apache for Subversion failed to start')
      this.#restartLater(0)
      throw serviceUnavailable(Math.ceil(this.#pauseMs / 1000))
    }
  }

  async #spawn(): Promise<ApacheProcess> {
    const { programs, account, log } = this.#options
    const runs = await this.#options.runs()
    await endLeftoverProcesses(runs)
    for (const served of await this.#options.loadRepositories()) this.#served.set(buildLocationUrl(served), served)
    const [directory, port, secret] = [join(runs, randomUUID()), await findFreePort(), randomBytes(32).toString('hex')]
    await mkdir(join(directory, locationDirectory), { recursive: true, mode: 0o700 })
    await writeFile(join(directory, markFile), await readProcessIdentity())
    const configuration = join(directory, configurationFile)
    const { modules, apache } = programs
    const hooks = await this.#options.hooks.start()
    const text = renderServerConfiguration({
      directory,
      port,
      secret,
      modules,
      account,
      hooks: hooks.environmentFile,
    })
    await writeFile(configuration, text, { mode: 0o600 })
    for (const served of this.#served.values()) await this.#writeConfiguration(directory, served)
    const child = spawn('/bin/sh', ['-c', guard, 'sh', apache, configuration], {
      cwd: '/',
      env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      stdio: buildDescriptors(account, ['pipe', 'ignore', 'pipe'], 'pipe'),
      detached: true,
    })
    child.stdin?.on('error', () => undefined)
    hooks.answerCallsOf(child.stdio[callDescriptor] as Readable)
    const complaints = this.#listen(child)
    const running: ApacheProcess = { child, port, secret, directory, startedAt: Date.now(), generation: 0 }
    const exit = once(child, 'exit').then(() => this.#onExit(running))
    try {
      await Promise.race([
        this.#isListening(running),
        exit.then(() => Promise.reject(new Error(complaints.join('\n')))),
      ])
    } catch (problem) {
      child.stdin?.end()
      killProcessGroup(child)
      throw problem
    }
    log.info({ port }, 'Apache for Subversion started')
    return running
  }

  /** Removes the default environment: Apache logs client data to it. */
  #listen(child: ChildProcess): string[] {
    const last: string[] = []
    if (child.stderr === null) return last
    createInterface({ input: child.stderr }).on('line', (line) => {
      last.push(line)
      if (last.length > 20) last.shift()
      this.#options.log.debug({ line }, 'Apache for Subversion')
    })
    return last
  }

  async #isListening({ directory, child }: ApacheProcess): Promise<void> {
    for (
      const end = Date.now() + startTimeoutMs;
      child.exitCode === null && child.signalCode === null;
      await wait(10)
    ) {
      // The process file is written once Apache listens on its port.
      const pid = await readFile(join(directory, processFile), 'utf8').catch(() => '')
      if (/^\d+\n$/.test(pid)) return
      if (Date.now() > end) throw new Error('Apache for Subversion is not ready in time')
    }
  }

  async #onExit(running: ApacheProcess): Promise<void> {
    // Ends the other processes in case the guard itself was killed.
    killProcessGroup(running.child)
    running.child.stdin?.destroy()
    if (this.#running === running) {
      this.#running = undefined
      if (!this.#isStopped) {
        this.#options.log.warn('Apache for Subversion ended and is restarted')
        this.#restartLater(Date.now() - running.startedAt)
      }
    }
    await this.#removeRun(running.directory)
  }

  /** Removes the directory of a run. A failure is logged: the next start removes it at the latest. */
  async #removeRun(directory: string): Promise<void> {
    await rm(directory, { recursive: true, force: true }).catch((problem: unknown) => {
      this.#options.log.warn({ err: problem }, 'could not remove a run directory of Apache for Subversion')
    })
  }

  #restartLater(ranMs: number): void {
    if (ranMs > stableAfterMs) this.#pauseMs = 0
    this.#pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, this.#pauseMs * 2))
    this.#nextStart = Date.now() + this.#pauseMs
    setTimeout(() => {
      if (!this.#isStopped) this.start()
    }, this.#pauseMs + 5).unref()
  }

  async #addLocation(served: ServedRepository): Promise<void> {
    const running = await this.#ensureRunning()
    if (this.#isServed(served)) return
    await this.#writeConfiguration(running.directory, served)
    running.generation++
    const text = renderGeneration(running.generation)
    await writeAtomically(join(running.directory, locationDirectory, generationFile), text)
    const pid = Number(await readFile(join(running.directory, processFile), 'utf8'))
    // The process id may belong to an unrelated process by now, which must not get the signal.
    if (!(await isInProcessGroup(pid, running.child.pid))) throw serviceUnavailable(1)
    process.kill(pid, 'SIGUSR1')
    await this.#isActive(running)
    this.#served.set(buildLocationUrl(served), served)
  }

  #writeConfiguration(directory: string, served: ServedRepository): Promise<void> {
    const name = createHash('sha256').update(buildLocationUrl(served)).digest('hex').slice(0, 32)
    return writeAtomically(join(directory, locationDirectory, `${name}.conf`), renderLocation(served))
  }

  /** Old workers may still accept requests for a moment: polls until new ones responded twice in a row. */
  async #isActive(running: ApacheProcess): Promise<void> {
    const end = Date.now() + startTimeoutMs
    for (let times = 0; times < 2; ) {
      const status = await requestStatus(running, buildGenerationUrl(running.generation))
      times = status === 404 ? times + 1 : 0
      if (Date.now() > end || this.#running !== running) throw serviceUnavailable(1)
      if (times < 2) await wait(5)
    }
  }
}

/** Writes a file atomically: Apache reads all of it or nothing. */
async function writeAtomically(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function requestStatus({ port, secret }: ApacheEndpoint, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { 'x-svn-proxy-secret': secret }
    request({ host: '127.0.0.1', port, path, headers, agent: false, timeout: 2000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', () => resolve(undefined))
      .on('timeout', function (this: { destroy(): void }) {
        this.destroy()
      })
      .end()
  })
}

function killProcessGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All its processes have exited.
  }
}

const serviceUnavailable = (seconds: number): Refusal =>
  new Refusal('unavailable', 'Subversion is not available at the moment', {
    headers: { 'Retry-After': `${Math.max(1, seconds)}` },
  })
