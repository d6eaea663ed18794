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
import { processMark } from '../../kit/process-mark.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Account } from '../account.ts'
import { callDescriptor, type ListeningHooks } from '../hooks/listen.ts'
import type { Programs } from '../programs.ts'
import { descriptorsFor } from '../start-program.ts'
import {
  addressOf,
  configurationFile,
  generationAddress,
  generationConfiguration,
  generationFile,
  locationConfiguration,
  locationFolder,
  processFile,
  type Served,
  serverConfiguration,
} from './configuration.ts'
import { endLeftovers, markFile } from './end-leftovers.ts'
import { freePort } from './free-port.ts'
import { guard } from './guard.ts'
import { isOfGroup } from './is-of-group.ts'

/** Where Apache listens, and what makes it believe us. */
export interface Reached {
  readonly port: number
  readonly secret: string
}

interface Running extends Reached {
  readonly child: ChildProcess
  readonly folder: string
  readonly startedAt: number
  generation: number
}

interface Options {
  readonly programs: Programs
  readonly account: Account | null
  readonly log: Logger
  /** The folder that each run has its own in; made when it is asked for. */
  runs(): Promise<string>
  /** Where hooks find the server; it listens to them as long as Apache is wanted. */
  readonly hooks: { start(): Promise<Pick<ListeningHooks, 'environmentFile' | 'answerCallsOf'>>; stop(): Promise<void> }
  /** What is served from the start. */
  known(): Promise<readonly Served[]>
}

const shortestPauseMs = 100
const longestPauseMs = 30_000
const patienceMs = 15_000
/** Who ran for so long did not end because of how it was started. */
const settledMs = 60_000

/**
 * Our Apache: started when a repository is first asked for, started again when it ends, ended with us. What it serves
 * grows while it runs: requests that are under way finish as they began.
 */
export class Apache {
  readonly #options: Options
  readonly #served = new Map<string, Served>()
  #running: Running | undefined
  #starting: Promise<Running> | undefined
  #reloading: Promise<void> = Promise.resolve()
  #pauseMs = 0
  #nextStart = 0
  #isWanted = false
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  /** It was asked for, and is not there. */
  get isDown(): boolean {
    return this.#isWanted && this.#running === undefined
  }

  /** Starts it, so that the first client need not wait. */
  start(): void {
    void this.#ensure().catch(() => undefined)
  }

  /** Where a repository is served from now on; refused as long as Apache is down. */
  async reach(served: Served): Promise<Reached> {
    const running = await this.#ensure()
    if (this.#isServed(served)) return running
    // Of many that ask for the same one is the first, and the others find it done.
    this.#reloading = this.#reloading.then(
      () => this.#add(served),
      () => this.#add(served),
    )
    await this.#reloading
    return this.#ensure()
  }

  /** Resolves when no process of it is left. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const running = this.#running ?? (await this.#starting?.catch(() => undefined))
    if (running !== undefined) await this.#end(running)
    // Commits that were under way have asked by now.
    await this.#options.hooks.stop()
  }

  async #end(running: Running): Promise<void> {
    const gone = running.child.exitCode === null && running.child.signalCode === null && once(running.child, 'exit')
    running.child.stdin?.end()
    await gone
    await this.#forget(running.folder)
  }

  #isServed(served: Served): boolean {
    const known = this.#served.get(addressOf(served))
    return known?.path === served.path && known.accessFile === served.accessFile
  }

  #ensure(): Promise<Running> {
    if (this.#running !== undefined) return Promise.resolve(this.#running)
    if (this.#isStopped) return Promise.reject(unavailable(1))
    this.#isWanted = true
    const pause = this.#nextStart - Date.now()
    if (this.#starting === undefined && pause > 0) return Promise.reject(unavailable(Math.ceil(pause / 1000)))
    this.#starting ??= this.#launch().finally(() => {
      this.#starting = undefined
    })
    return this.#starting
  }

  async #launch(): Promise<Running> {
    try {
      const running = await this.#spawn()
      this.#running = running
      return running
    } catch (problem) {
      this.#options.log.error({ err: problem }, 'Apache for Subversion does not start')
      this.#restartLater(0)
      throw unavailable(Math.ceil(this.#pauseMs / 1000))
    }
  }

  async #spawn(): Promise<Running> {
    const { programs, account, log } = this.#options
    const runs = await this.#options.runs()
    await endLeftovers(runs)
    for (const served of await this.#options.known()) this.#served.set(addressOf(served), served)
    const [folder, port, secret] = [join(runs, randomUUID()), await freePort(), randomBytes(32).toString('hex')]
    await mkdir(join(folder, locationFolder), { recursive: true, mode: 0o700 })
    await writeFile(join(folder, markFile), await processMark())
    const configuration = join(folder, configurationFile)
    const { modules, apache } = programs
    const hooks = await this.#options.hooks.start()
    const text = serverConfiguration({
      folder,
      port,
      secret,
      modules,
      account,
      hooks: hooks.environmentFile,
    })
    await writeFile(configuration, text, { mode: 0o600 })
    for (const served of this.#served.values()) await this.#write(folder, served)
    const child = spawn('/bin/sh', ['-c', guard, 'sh', apache, configuration], {
      cwd: '/',
      env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      stdio: descriptorsFor(account, ['pipe', 'ignore', 'pipe'], 'pipe'),
      detached: true,
    })
    child.stdin?.on('error', () => undefined)
    hooks.answerCallsOf(child.stdio[callDescriptor] as Readable)
    const complaints = this.#listen(child)
    const running: Running = { child, port, secret, folder, startedAt: Date.now(), generation: 0 }
    const gone = once(child, 'exit').then(() => this.#ended(running))
    try {
      await Promise.race([this.#isUp(running), gone.then(() => Promise.reject(new Error(complaints.join('\n'))))])
    } catch (problem) {
      child.stdin?.end()
      endGroup(child)
      throw problem
    }
    log.info({ port }, 'Apache for Subversion runs')
    return running
  }

  /** It says much about clients, and little about us. */
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

  async #isUp({ folder, child }: Running): Promise<void> {
    for (const end = Date.now() + patienceMs; child.exitCode === null && child.signalCode === null; await wait(10)) {
      // It is written once the port is ours.
      const pid = await readFile(join(folder, processFile), 'utf8').catch(() => '')
      if (/^\d+\n$/.test(pid)) return
      if (Date.now() > end) throw new Error('Apache for Subversion is not ready in time')
    }
  }

  async #ended(running: Running): Promise<void> {
    // If the guard itself was killed, nobody else ends the rest.
    endGroup(running.child)
    running.child.stdin?.destroy()
    if (this.#running === running) {
      this.#running = undefined
      if (!this.#isStopped) {
        this.#options.log.warn('Apache for Subversion ended, and is started again')
        this.#restartLater(Date.now() - running.startedAt)
      }
    }
    await this.#forget(running.folder)
  }

  /** What is left of a run is removed by the next start at the latest: no disk that fails keeps that from coming. */
  async #forget(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true }).catch((problem: unknown) => {
      this.#options.log.warn({ err: problem }, 'the folder of a run of Apache for Subversion stays')
    })
  }

  #restartLater(ranMs: number): void {
    if (ranMs > settledMs) this.#pauseMs = 0
    this.#pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, this.#pauseMs * 2))
    this.#nextStart = Date.now() + this.#pauseMs
    setTimeout(() => {
      if (!this.#isStopped) this.start()
    }, this.#pauseMs + 5).unref()
  }

  async #add(served: Served): Promise<void> {
    const running = await this.#ensure()
    if (this.#isServed(served)) return
    await this.#write(running.folder, served)
    running.generation++
    const text = generationConfiguration(running.generation)
    await writeAtOnce(join(running.folder, locationFolder, generationFile), text)
    const pid = Number(await readFile(join(running.folder, processFile), 'utf8'))
    // If it is gone, and its number somebody else's, we shall hear of it in a moment; a stranger would end by the signal.
    if (!(await isOfGroup(pid, running.child.pid))) throw unavailable(1)
    process.kill(pid, 'SIGUSR1')
    await this.#isInForce(running)
    this.#served.set(addressOf(served), served)
  }

  #write(folder: string, served: Served): Promise<void> {
    const name = createHash('sha256').update(addressOf(served)).digest('hex').slice(0, 32)
    return writeAtOnce(join(folder, locationFolder, `${name}.conf`), locationConfiguration(served))
  }

  /** For a moment the old workers may still take requests: it is asked until new ones answered twice in a row. */
  async #isInForce(running: Running): Promise<void> {
    const end = Date.now() + patienceMs
    for (let times = 0; times < 2; ) {
      const status = await statusOf(running, generationAddress(running.generation))
      times = status === 404 ? times + 1 : 0
      if (Date.now() > end || this.#running !== running) throw unavailable(1)
      if (times < 2) await wait(5)
    }
  }
}

/** Read by Apache as a whole or not at all. */
async function writeAtOnce(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function statusOf({ port, secret }: Reached, path: string): Promise<number | undefined> {
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

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody of it is left.
  }
}

const unavailable = (seconds: number): Refusal =>
  new Refusal('unavailable', 'Subversion is not available at the moment', {
    headers: { 'Retry-After': `${Math.max(1, seconds)}` },
  })
