import { LRUCache } from 'lru-cache'
import { createBeginAfterRunning } from '../concurrency/begin-after-running.ts'

/**
 * Topics of data that is cached between requests, each with a counter in table `revision` that its writers increment.
 */
export const topics = ['settings', 'users', 'projects', 'trackers'] as const
export type Topic = (typeof topics)[number]

export interface Revisions extends Readonly<Record<Topic, number>> {
  /** Epoch of the database (db/database-epoch.ts): the counters of another epoch cannot be compared. */
  readonly epoch: string
  /** Epoch of the embedded database from which this one was moved. */
  readonly embeddedEpoch?: string | undefined
}

/** The counters, and other data that the same statement read. */
export interface WithRevisions<Found> {
  readonly revisions: Revisions
  readonly data: Found
}

interface TopicCache {
  revision: number
  /** Increases whenever the entries are dropped: what was being loaded then is not cached. */
  generation: number
  readonly entries: LRUCache<string, object>
}

/**
 * Cache of slowly changing data that is correct on every node: each request first reads the counters (one row each),
 * and what was cached under an older counter, or in another epoch of the database, is dropped.
 */
export class RevisionCache {
  #caches: Readonly<Record<Topic, TopicCache>>
  readonly #readRevisions: () => Promise<Revisions>
  readonly #entriesPerTopic: number
  readonly #outer: RevisionCache | undefined
  readonly #beginRead = createBeginAfterRunning()
  #next: Promise<void> | undefined
  #epoch = ''
  #embeddedEpoch: string | undefined
  #reads = 0
  /** Number of the read that found the epoch. */
  #epochRead = 0

  /** `outer`: another cache that is also read where its counter is the same; it learns nothing from this one. */
  constructor(readRevisions: () => Promise<Revisions>, entriesPerTopic = 5000, outer?: RevisionCache) {
    this.#readRevisions = readRevisions
    this.#entriesPerTopic = entriesPerTopic
    this.#outer = outer
    this.#caches = createCaches(entriesPerTopic)
  }

  /**
   * Call once at the start of a request or a job. Calls share a read that has not begun.
   */
  refresh(): Promise<void> {
    this.#next ??= this.#beginRead(() => {
      // Later callers may know of a change that this read no longer sees.
      this.#next = undefined
      return this.#read()
    })
    return this.#next
  }

  /**
   * Variant of refresh that saves a round trip: `reading` returns the counters with other data of the same moment. That
   * data is left out if later counters are known meanwhile: a permission that was granted in between must not apply to
   * it.
   */
  async refreshWith<Found>(
    reading: Promise<WithRevisions<Found>>,
  ): Promise<{ readonly revisionKey: string; readonly data: Found | undefined }> {
    const read = ++this.#reads
    const { revisions, data } = await reading
    this.#apply(revisions, read)
    const isCurrent =
      revisions.epoch === this.#epoch && topics.every((topic) => this.#caches[topic].revision === revisions[topic])
    return { revisionKey: this.revisionKey, data: isCurrent ? data : undefined }
  }

  async #read(): Promise<void> {
    const read = ++this.#reads
    this.#apply(await this.#readRevisions(), read)
  }

  /** `read`: number of the read. */
  #apply(revisions: Revisions, read: number): void {
    if (revisions.epoch !== this.#epoch) {
      // A response of the lost database that was overtaken.
      if (read < this.#epochRead) return
      this.#epochRead = read
      // Other objects: what is being loaded now is stored in those of its epoch.
      if (this.#epoch !== '') this.#caches = createCaches(this.#entriesPerTopic)
      this.#epoch = revisions.epoch
      this.#embeddedEpoch = revisions.embeddedEpoch
    }
    for (const topic of topics) {
      const cache = this.#caches[topic]
      // Counters only grow: a smaller one is a response that was overtaken by a later one.
      if (revisions[topic] <= cache.revision) continue
      cache.revision = revisions[topic]
      clearEntries(cache)
    }
  }

  /**
   * Drops entries that a transaction of this process has outdated, so that the same request reads what it wrote. Their
   * counters are read by the next refresh.
   */
  forget(outdated: readonly Topic[]): void {
    for (const topic of outdated) clearEntries(this.#caches[topic])
  }

  /**
   * Returns what is cached under `key`, or the result of `load`, which is cached unless the topic changed meanwhile.
   */
  async getOrLoad<T extends object>(topic: Topic, key: string, load: () => Promise<T>): Promise<T> {
    const cache = this.#caches[topic]
    const cached = this.get<T>(topic, key)
    if (cached !== undefined) return cached
    const before = cache.generation
    const loaded = await load()
    if (cache.generation === before) cache.entries.set(key, loaded)
    return loaded
  }

  /** Returns several entries: cached ones, and the rest loaded together and cached likewise. */
  async getOrLoadEach<K, T extends object>(
    topic: Topic,
    ids: readonly K[],
    keyOf: (id: K) => string,
    load: (missing: readonly K[]) => Promise<ReadonlyMap<K, T>>,
  ): Promise<Map<K, T>> {
    const cache = this.#caches[topic]
    const loaded = new Map<K, T>()
    const missing: K[] = []
    for (const id of new Set(ids)) {
      const cached = this.get<T>(topic, keyOf(id))
      if (cached === undefined) missing.push(id)
      else loaded.set(id, cached)
    }
    if (missing.length === 0) return loaded
    const before = cache.generation
    for (const [id, item] of await load(missing)) {
      loaded.set(id, item)
      // Data that was read before a change that is known meanwhile must not be cached.
      if (cache.generation === before) cache.entries.set(keyOf(id), item)
    }
    return loaded
  }

  /** Returns what is cached, synchronously: for hot paths. */
  get<T extends object>(topic: Topic, key: string): T | undefined {
    const cache = this.#caches[topic]
    const cached = cache.entries.get(key) as T | undefined
    const outer = this.#outer
    if (cached !== undefined || outer === undefined || outer.epoch !== this.#epoch) return cached
    return outer.#caches[topic].revision === cache.revision ? outer.get<T>(topic, key) : undefined
  }

  /** Returns the counter of a topic at the last refresh. */
  revisionOf(topic: Topic): number {
    return this.#caches[topic].revision
  }

  /** Returns the epoch of the database at the last refresh. */
  get epoch(): string {
    return this.#epoch
  }

  /** Returns the epoch of the embedded database from which the database was moved. */
  get embeddedEpoch(): string | undefined {
    return this.#embeddedEpoch
  }

  /** Returns the epoch and all counters at the last refresh, as one text. */
  get revisionKey(): string {
    const { settings, users, projects, trackers } = this.#caches
    return `${this.#epoch}/${settings.revision}.${users.revision}.${projects.revision}.${trackers.revision}`
  }
}

/** Returns the epoch in a text that begins with a `revisionKey`. */
export const epochOf = (revisionKey: string): string => revisionKey.slice(0, Math.max(0, revisionKey.indexOf('/')))

function clearEntries(cache: TopicCache): void {
  cache.generation += 1
  cache.entries.clear()
}

function createCaches(max: number): Readonly<Record<Topic, TopicCache>> {
  const cache = (): TopicCache => ({ revision: -1, generation: 0, entries: new LRUCache({ max }) })
  return { settings: cache(), users: cache(), projects: cache(), trackers: cache() }
}
