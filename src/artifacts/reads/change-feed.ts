import { endOfLog } from '../../kit/db/change-order.ts'
import { isBefore, type LogPosition } from '../../kit/log-position.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { LoggedChange } from '../model/change.ts'
import { changesAfter } from '../store/change-log.ts'
import type { ReadLog } from './change-log.ts'

/** Somebody who is told when there may be more to read. */
export interface Follower {
  /** Whose streams are counted together. */
  readonly countedAs: string
  /** Never called twice at once; true: there is more at once. */
  onChanges(): Promise<boolean>
  /** Called when the server stops. */
  end(): void
}

/** Other nodes write as well: so often the log is looked at. */
const pollMs = 1000
/** Own commits come in bursts, and are read together. */
const debounceMs = 20
/** Rows at hand for those who follow closely; who is further behind reads the log himself. */
const maxCachedRows = 4000
const rowsPerRead = 1000
const maxConcurrentFollowers = 4

/** Streams at once, on one node. */
export const maxStreams = { perUser: 10, total: 500 } as const

/**
 * The log as all followers of a node read it: one poller, woken by the commits of this process and else each second,
 * and the last rows in memory. It runs only while somebody follows.
 */
export class ChangeFeed {
  readonly #world: World
  readonly #followers = new Set<Follower>()
  /** All that is settled after `#from`, as far as it was read; undefined: nothing was yet. */
  #from: LogPosition | undefined
  #rows: LoggedChange[] = []
  #timer: NodeJS.Timeout | undefined
  #isRunning = false
  #isDue = false
  #isStopped = false
  #stopListening: (() => void) | undefined

  constructor(world: World) {
    this.#world = world
  }

  /** From now on `follower` is told; what is answered ends that. Refuses one too many. */
  follow(follower: Follower): () => void {
    if (this.#isStopped) throw new Refusal('unavailable', 'The server is stopping', { headers: retryHeaders })
    const own = [...this.#followers].filter(({ countedAs: person }) => person === follower.countedAs)
    if (own.length >= maxStreams.perUser)
      throw new Refusal('too-many', `Nobody may follow more than ${maxStreams.perUser} streams at once`)
    if (this.#followers.size >= maxStreams.total)
      throw new Refusal('unavailable', 'Too many streams are open on this server', { headers: retryHeaders })
    this.#stopListening ??= this.#world.db.onWrite(() => this.wake())
    this.#followers.add(follower)
    this.wake()
    return () => {
      this.#followers.delete(follower)
      if (this.#followers.size === 0) this.#pause()
    }
  }

  /** The log is looked at soon. */
  wake(): void {
    if (this.#isDue) return
    this.#isDue = true
    if (!this.#isRunning) this.#schedule(debounceMs)
  }

  /** Ends every stream, and lets none begin. */
  stop(): void {
    this.#isStopped = true
    for (const follower of [...this.#followers]) follower.end()
    this.#pause()
  }

  /** As the store reads the log, from memory where it is at hand. */
  readonly read: ReadLog = async (after, count) => {
    if (this.#from === undefined || isBefore(after, this.#from)) return changesAfter(this.#world.db.read, after, count)
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
      await this.#world.cache.refresh()
      await this.#readNewRows()
      await this.#notifyFollowers()
    } catch (error) {
      this.#world.log.warn({ err: error }, 'the log of changes could not be read')
    }
    this.#isRunning = false
    if (this.#followers.size > 0) this.#schedule(this.#isDue ? debounceMs : pollMs)
  }

  async #readNewRows(): Promise<void> {
    const { read } = this.#world.db
    this.#from ??= await endOfLog(read)
    for (;;) {
      const rows = await changesAfter(read, this.#rows.at(-1)?.position ?? this.#from, rowsPerRead)
      this.#rows.push(...rows)
      const surplus = this.#rows.length - maxCachedRows
      if (surplus > 0) this.#from = this.#rows.splice(0, surplus).at(-1)?.position ?? this.#from
      if (rows.length < rowsPerRead) return
    }
  }

  /** Some at once, so that one who is slow to be told does not keep the others waiting. */
  async #notifyFollowers(): Promise<void> {
    const waiting = [...this.#followers]
    const tellSome = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        if (this.#followers.has(next) && (await next.onChanges())) this.#isDue = true
    }
    await Promise.all(Array.from({ length: maxConcurrentFollowers }, tellSome))
  }
}

const retryHeaders = { 'Retry-After': '5' }

const feeds = new WeakMap<World['cache'], ChangeFeed>()

/** The one of this node. */
export function changeFeedOf(world: World): ChangeFeed {
  const existing = feeds.get(world.cache)
  if (existing !== undefined) return existing
  const created = new ChangeFeed(world)
  feeds.set(world.cache, created)
  return created
}
