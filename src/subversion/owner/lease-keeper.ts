import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../database/db/db.ts'
import { nodePermit } from '../../kit/messages/system-permits.ts'
import { isOwnerProcessDead } from '../../kit/system/process-identity.ts'
import { acquireLease, endLease, findLease, type Lease, renewLease } from '../store/lease.ts'

interface LeaseKeeperOptions {
  readonly db: Pick<Database, 'read' | 'write'>
  readonly log: Logger
  readonly termMs: number
  readonly address: string
  /** Identity of this process. */
  readonly holder: string
  /** The largest fencing number that any node left in the storage: an older state of the database may have lost it. */
  loadLastFence(): Promise<number>
  /** Called before `heldLease` returns the lease. */
  prepare(lease: Lease): Promise<void>
  onAcquired(lease: Lease): void
  /** Ends everything that only the owner may run; called at the end of the term at the latest. */
  onLost(): void
}

interface RunningLease {
  readonly lease: Lease
  /** By a clock that never jumps, but may stand still while the machine is suspended. */
  readonly endsAt: number
  /** By the clock of the machine. */
  readonly endsOn: number
}

/** How often other nodes look whether the lease has ended. */
const maxPauseMs = 1000

/** Others may know the token of an earlier lease while this node has lost it and requests the next one. */
const maxTokens = 10

/**
 * Competes for the lease of the repositories and renews it three times in its term. The end of the term is computed
 * from the moment before the statement was sent, so that this node never relies on the lease longer than the database
 * does.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions
  #running: RunningLease | undefined
  #loop: Promise<void> | undefined
  #wake: (() => void) | undefined
  #expiry: NodeJS.Timeout | undefined
  #isStopped = false
  /** Of the leases that this node requested last, whether or not it has acquired them. */
  #tokens: readonly string[] = []

  constructor(options: LeaseKeeperOptions) {
    this.#options = options
  }

  /** The lease of this node; undefined: it has none, or could not renew it in time. */
  get heldLease(): Lease | undefined {
    const running = this.#running
    return running === undefined || performance.now() >= running.endsAt || Date.now() >= running.endsOn
      ? undefined
      : running.lease
  }

  /** Returns whether this process holds a lease of the database, also while it prepares to use it. */
  isHolder({ holder }: Pick<Lease, 'holder'>): boolean {
    return holder === this.#options.holder
  }

  /** Returns whether a token is the one of a lease that this node has, prepares to use, or had before. */
  hasRequested(token: string): boolean {
    return this.#tokens.some((each) => isSameToken(each, token))
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  /** Ends the lease, so that another node need not wait for its term. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wake?.()
    await this.#loop
    const lease = this.#running?.lease
    this.#lose()
    if (lease !== undefined) await this.#options.db.write((tx) => endLease(tx, nodePermit, lease))
  }

  async #run(): Promise<void> {
    const { termMs, log } = this.#options
    while (!this.#isStopped) {
      const pause = await this.#proceed().catch((problem: unknown) => {
        log.warn({ err: problem }, 'the lease of the Subversion repositories was neither acquired nor renewed')
        return maxPauseMs
      })
      await this.#sleep(Math.min(pause, termMs / 3))
    }
  }

  /** Returns the time until the next turn. */
  async #proceed(): Promise<number> {
    const { db, termMs, log } = this.#options
    const lease = this.heldLease
    const sentAt = performance.now()
    const sentOn = Date.now()
    if (lease !== undefined) {
      if (await db.write((tx) => renewLease(tx, nodePermit, lease, termMs))) {
        // Otherwise it was lost while the statement waited.
        if (this.#running?.lease === lease) this.#keep(lease, sentAt, sentOn)
      } else {
        log.warn({ fence: lease.fence }, 'another node serves the Subversion repositories')
        this.#lose()
      }
      return termMs / 3
    }
    this.#lose()
    const currentLease = await findLease(db.read)
    const isAbandoned =
      currentLease !== undefined &&
      (currentLease.holder === this.#options.holder || (await isOwnerProcessDead(currentLease.holder)))
    const abandoned = isAbandoned ? currentLease : undefined
    if (currentLease !== undefined && currentLease.remainingMs > 0 && abandoned === undefined)
      return Math.min(maxPauseMs, currentLease.remainingMs + 20)
    await this.#acquire(abandoned)
    return maxPauseMs
  }

  async #acquire(abandoned: Lease | undefined): Promise<void> {
    const { db, termMs, address, holder, log } = this.#options
    const request = { holder, address, token: randomBytes(32).toString('hex'), termMs, abandoned }
    const minFence = (await this.#options.loadLastFence()) + 1
    // Before the statement: other nodes can read the lease before this one receives the result.
    this.#tokens = [request.token, ...this.#tokens].slice(0, maxTokens)
    const sentAt = performance.now()
    const sentOn = Date.now()
    const fence = await db.write((tx) => acquireLease(tx, nodePermit, { ...request, minFence }))
    if (fence === undefined) return
    const lease: Lease = { holder, address, token: request.token, fence }
    await this.#options.prepare(lease)
    this.#keep(lease, sentAt, sentOn)
    if (this.heldLease === undefined) return
    log.info({ fence }, 'this node serves the Subversion repositories')
    this.#options.onAcquired(lease)
  }

  #keep(lease: Lease, sentAt: number, sentOn: number): void {
    // Ends a little earlier, because ending the processes takes time.
    const { termMs } = this.#options
    const usableMs = termMs - Math.min(1000, termMs / 10)
    this.#running = { lease, endsAt: sentAt + usableMs, endsOn: sentOn + usableMs }
    clearTimeout(this.#expiry)
    this.#expiry = setTimeout(
      () => {
        this.#options.log.warn(
          { fence: lease.fence },
          'the lease of the Subversion repositories was not renewed in time',
        )
        this.#lose()
      },
      Math.max(0, sentAt + usableMs - performance.now()),
    ).unref()
  }

  #lose(): void {
    clearTimeout(this.#expiry)
    if (this.#running === undefined) return
    this.#running = undefined
    this.#options.onLost()
  }

  #sleep(milliseconds: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(10, milliseconds)).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

function isSameToken(expected: string, token: string): boolean {
  const [own, tokenBytes] = [Buffer.from(expected), Buffer.from(token)]
  return own.length === tokenBytes.length && timingSafeEqual(own, tokenBytes)
}
