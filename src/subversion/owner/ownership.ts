import { setTimeout as wait } from 'node:timers/promises'
import { isDoneWithin } from '../../kit/concurrency/is-done-within.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { readProcessIdentity } from '../../kit/system/process-identity.ts'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import { recoverMissedCommits } from '../commands/recover-missed-commits.ts'
import { throwNotInstalled } from '../storage/assert-subversion-installed.ts'
import { createStorageInternals, endApache, getApache, useLease } from '../storage/open-storage.ts'
import { prepareStorageDirectories } from '../storage/storage-directories.ts'
import { findLease, type Lease } from '../store/lease.ts'
import { loadLastFence } from './fenced-directory.ts'
import { LeaseKeeper } from './lease-keeper.ts'

/** Another node, to which requests are forwarded. */
export interface OwnerNode {
  readonly address: string
  readonly token: string
  readonly fence: number
}

/** Whether this node or another one serves the repositories (docs/decisions/0066-one-node-serves-repositories.md). */
export interface Ownership {
  /** Whether nodes compete for the lease: on PostgreSQL, if others know where to reach this one. */
  readonly isCompeting: boolean
  /** Whether this node serves them; undefined: nodes do not compete. */
  readonly isOwner: boolean | undefined
  /** Begins to compete for the lease. */
  start(): void
  /** Waits for an owner; `this node`: call `enter` at once. */
  find(): Promise<OwnerNode | 'this node'>
  /** Returns whether a request comes from a node that read a lease of this one, which may have ended meanwhile. */
  isForwardedHere(token: string): boolean
  isStillOwner(owner: OwnerNode): Promise<boolean>
  /** Counts a request until the returned function is called. */
  enter(): () => void
  /** Ends requests and the lease of this node, in this order. */
  handOver(): Promise<void>
}

const pollMs = 200
const maxHandOverMs = 10_000

const ownerships = new WeakMap<IdleWorld['db'], Ownership>()

export function getOwnership(world: IdleWorld): Ownership {
  const ownership = ownerships.get(world.db) ?? createOwnership(world)
  ownerships.set(world.db, ownership)
  return ownership
}

function createOwnership(world: IdleWorld): Ownership {
  const { db, config } = world
  const termMs = config.subversionLeaseSeconds * 1000
  const isCompeting = db.dialect === 'postgres' && config.nodeUrl !== undefined
  let keeper: Promise<LeaseKeeper> | undefined
  let present: LeaseKeeper | undefined
  let handingOver: Promise<void> | undefined
  let running = 0
  let cachedLease: { readonly at: number; readonly lease: ReturnType<typeof findLease> } | undefined

  const isCandidate = (): boolean => createStorageInternals(world.repositories) !== undefined
  const heldLease = (): Lease | undefined => (handingOver === undefined ? present?.heldLease : undefined)

  /** One statement for all requests that wait. */
  function load(): ReturnType<typeof findLease> {
    if (cachedLease === undefined || performance.now() - cachedLease.at > pollMs / 2)
      cachedLease = { at: performance.now(), lease: findLease(db.read) }
    return cachedLease.lease
  }

  function start(): void {
    if (!isCompeting || !isCandidate() || handingOver !== undefined) return
    keeper ??= createKeeper(world).then((created) => {
      present = created
      created.start()
      return created
    })
    keeper.catch((problem: unknown) => {
      world.log.error({ err: problem }, 'the lease of the Subversion repositories cannot be acquired')
      keeper = undefined
    })
  }

  async function find(): Promise<OwnerNode | 'this node'> {
    if (isCandidate() && !isCompeting) return 'this node'
    start()
    for (let since = performance.now(); ; await wait(pollMs)) {
      if (heldLease() !== undefined) return 'this node'
      const lease = await load()
      if (lease === undefined && !isCandidate()) throwNotInstalled()
      if (lease !== undefined && lease.remainingMs > 0) {
        // This node prepares to serve under its lease, or may no longer do so: it waits for the next owner.
        if (present?.isHolder(lease) !== true) return lease
        // Handing over may take longer than the term: the next owner can only follow at its end.
        if (handingOver !== undefined) since = performance.now()
      }
      if (performance.now() - since > termMs + 3 * pollMs) throw noOwner
    }
  }

  async function handOver(): Promise<void> {
    for (const end = performance.now() + maxHandOverMs; running > 0 && performance.now() < end; ) await wait(20)
    await endApache(world, 'stop')
    // Without the database, the lease ends with its term.
    if (keeper !== undefined)
      await isDoneWithin(
        2000,
        keeper.then((each) => each.stop()).catch(() => undefined),
      )
  }

  return {
    isCompeting,
    get isOwner() {
      return isCompeting ? present?.heldLease !== undefined : undefined
    },
    start,
    find,
    isForwardedHere: (token) => present?.hasRequested(token) === true,
    async isStillOwner(owner) {
      const lease = await load()
      return lease?.token === owner.token && lease.remainingMs > 0
    },
    enter() {
      running++
      let isInside = true
      return () => {
        if (isInside) running--
        isInside = false
      }
    },
    handOver: () => (handingOver ??= handOver()),
  }
}

async function createKeeper(world: IdleWorld): Promise<LeaseKeeper> {
  const { db, log, config } = world
  const account = createStorageInternals(world.repositories)?.account ?? null
  return new LeaseKeeper({
    db,
    log,
    termMs: config.subversionLeaseSeconds * 1000,
    address: config.nodeUrl ?? '',
    holder: await readProcessIdentity(),
    loadLastFence: async () => loadLastFence((await prepareStorageDirectories(config.dataDirectory, account)).owners),
    prepare: (lease) => useLease(world, lease),
    onAcquired() {
      getApache(world)?.start()
      // Of the previous owner, whose hooks may have ended before they were answered.
      void recoverMissedCommits(world).catch((problem: unknown) => {
        log.error({ err: problem }, 'could not recover the commits of the previous owner')
      })
    },
    onLost: () => void endApache(world, 'abort'),
  })
}

const noOwner = new Refusal('unavailable', message`No node serves the repositories at the moment`, {
  headers: { 'Retry-After': '2' },
})
