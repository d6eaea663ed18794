import { getEndOfLog } from '../../database/changes/change-order.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { isBefore, type LogPosition } from '../../kit/values/log-position.ts'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import type { World } from '../../world/model/world.ts'
import { beginWork } from '../../world/units/begin-work.ts'
import type { LoggedChange } from '../model/change.ts'
import { loadChangesAfter } from '../store/change-log.ts'
import type { ReadLog } from './change-log.ts'
import { getChangeTokens } from './change-tokens.ts'

/** A client stream that is notified when there may be more to read. */
export interface Follower {
  /** Key by which open streams are counted: user id or IP address. */
  readonly countedAs: string
  /** Of its tokens. */
  readonly epoch: string
  /** Never called concurrently; true: there is more to read immediately. */
  onChanges(): Promise<boolean>
  /** Called instead when the database is of another epoch: the positions of the stream mean nothing there. */
  onReset(token: string): void
  /** Called when the server stops. */
  end(): void
}

/** Polling interval, because other nodes write to the log as well. */
const pollMs = 1000
/** Commits of this process come in bursts and are read together. */
const debounceMs = 20
/** Rows kept in memory; streams that are further behind read the log themselves. */
const maxCachedRows = 4000
const rowsPerRead = 1000
const maxConcurrentFollowers = 4

/** Maximum number of open streams of one node. */
export const maxStreams = { perUser: 10, total: 500 } as const

/**
 * The change log as shared by all streams of a node: one poller, woken by commits of this process and otherwise every
 * second, with the last rows in memory. It only runs while there are streams.
 */
export class ChangeFeed {
  readonly #world: IdleWorld
  readonly #followers = new Set<Follower>()
  /** The settled rows after `#from` that were read so far; undefined: none were read. */
  #from: LogPosition | undefined
  #rows: LoggedChange[] = []
  /** Epoch of the rows. */
  #epoch = ''
  #timer: NodeJS.Timeout | undefined
  #isRunning = false
  #isDue = false
  #isStopped = false
  #stopListening: (() => void) | undefined

  constructor(world: IdleWorld) {
    this.#world = world
  }

  /** Subscribes a stream; returns the function that unsubscribes. Throws if there are too many. */
  follow(follower: Follower): () => void {
    if (this.#isStopped) throw new Refusal('unavailable', 'The server is stopping.', { headers: retryHeaders })
    const own = [...this.#followers].filter(({ countedAs }) => countedAs === follower.countedAs)
    if (own.length >= maxStreams.perUser)
      throw new Refusal('too-many', message`Too many open streams (maximum ${maxStreams.perUser} per user).`)
    if (this.#followers.size >= maxStreams.total)
      throw new Refusal('unavailable', 'Too many streams are open on this server. Try again later.', {
        headers: retryHeaders,
      })
    this.#stopListening ??= this.#world.db.onWrite(() => this.wake())
    this.#followers.add(follower)
    this.wake()
    return () => {
      this.#followers.delete(follower)
      if (this.#followers.size === 0) this.#pause()
    }
  }

  /** Schedules a read of the log. */
  wake(): void {
    if (this.#isDue) return
    this.#isDue = true
    if (!this.#isRunning) this.#schedule(debounceMs)
  }

  /** Ends every stream and accepts no new ones. */
  stop(): void {
    this.#isStopped = true
    for (const follower of [...this.#followers]) follower.end()
    this.#pause()
  }

  /** Reads the log from memory if possible, otherwise from the store. */
  readonly read: ReadLog = async (after, count) => {
    if (this.#from === undefined || isBefore(after, this.#from))
      return loadChangesAfter(this.#world.db.read, after, count)
    const first = this.#rows.findIndex(({ position }) => isBefore(after, position))
    return first < 0 ? [] : this.#rows.slice(first, first + count)
  }

  #pause(): void {
    clearTimeout(this.#timer)
    this.#stopListening?.()
    this.#stopListening = undefined
    this.#isDue = false
    this.#from = undefined
    this.#rows = []
  }

  #schedule(inMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), inMs).unref()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    this.#isDue = false
    try {
      await this.#resetLostFollowers(await beginWork(this.#world))
      await this.#readNewRows()
      await this.#notifyFollowers()
    } catch (error) {
      this.#world.log.warn({ err: error }, 'reading the change log failed')
    }
    this.#isRunning = false
    if (this.#followers.size > 0) this.#schedule(this.#isDue ? debounceMs : pollMs)
  }

  /** Ends the streams of other epochs with the present end of the log. */
  async #resetLostFollowers(world: World): Promise<void> {
    const tokens = await getChangeTokens(world)
    const lost = [...this.#followers].filter(({ epoch }) => epoch !== tokens.epoch)
    if (lost.length > 0) {
      const end = await getEndOfLog(world.db.read)
      for (const follower of lost) follower.onReset(tokens.encode(end))
    }
    if (this.#epoch === tokens.epoch) return
    this.#epoch = tokens.epoch
    this.#from = undefined
    this.#rows = []
  }

  async #readNewRows(): Promise<void> {
    const { read } = this.#world.db
    this.#from ??= await getEndOfLog(read)
    for (;;) {
      const rows = await loadChangesAfter(read, this.#rows.at(-1)?.position ?? this.#from, rowsPerRead)
      this.#rows.push(...rows)
      const surplus = this.#rows.length - maxCachedRows
      if (surplus > 0) this.#from = this.#rows.splice(0, surplus).at(-1)?.position ?? this.#from
      if (rows.length < rowsPerRead) return
    }
  }

  /** Notifies several streams concurrently, so that a slow one does not delay the others. */
  async #notifyFollowers(): Promise<void> {
    const waiting = [...this.#followers]
    const notifyNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        if (this.#followers.has(next) && (await next.onChanges())) this.#isDue = true
    }
    await Promise.all(Array.from({ length: maxConcurrentFollowers }, notifyNext))
  }
}

const retryHeaders = { 'Retry-After': '5' }

const feeds = new WeakMap<IdleWorld['idSets'], ChangeFeed>()

/** Returns the feed of this node. */
export function getChangeFeed(world: IdleWorld): ChangeFeed {
  const existing = feeds.get(world.idSets)
  if (existing !== undefined) return existing
  const created = new ChangeFeed(world)
  feeds.set(world.idSets, created)
  return created
}
