import { LRUCache } from 'lru-cache'

/** What is kept in memory between requests, each with a counter in table `revision` that its writers raise. */
export const topics = ['settings', 'users', 'projects', 'trackers'] as const
export type Topic = (typeof topics)[number]

type Revisions = Readonly<Record<Topic, number>>

interface TopicCache {
  revision: number
  readonly entries: LRUCache<string, object>
}

/**
 * Memory of slowly changing things, right on every node: each request first reads the counters (one row each), and
 * what was remembered under an older counter is forgotten.
 */
export class RevisionCache {
  readonly #caches: Readonly<Record<Topic, TopicCache>>
  readonly #readRevisions: () => Promise<Revisions>
  readonly #outer: RevisionCache | undefined
  #next: Promise<void> | undefined

  /** `outer`: another memory that is asked as well wherever its counter is the same; it learns nothing from this one. */
  constructor(readRevisions: () => Promise<Revisions>, entriesPerTopic = 5000, outer?: RevisionCache) {
    this.#readRevisions = readRevisions
    this.#outer = outer
    const cache = (): TopicCache => ({ revision: -1, entries: new LRUCache({ max: entriesPerTopic }) })
    this.#caches = { settings: cache(), users: cache(), projects: cache(), trackers: cache() }
  }

  /** Call once at the start of a request or a job. Those of one turn of the event loop share a reading to come. */
  refresh(): Promise<void> {
    this.#next ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      // Who comes from now on may know of a change that this reading no longer sees.
      this.#next = undefined
      return this.#read()
    })
    return this.#next
  }

  async #read(): Promise<void> {
    const revisions = await this.#readRevisions()
    for (const topic of topics) {
      const cache = this.#caches[topic]
      // Counters only grow: a smaller one is an answer that was overtaken by a later one.
      if (revisions[topic] <= cache.revision) continue
      cache.revision = revisions[topic]
      cache.entries.clear()
    }
  }

  /** What is remembered under `key`, or what `load` finds, remembered unless the subject changed meanwhile. */
  async getOrLoad<T extends object>(topic: Topic, key: string, load: () => Promise<T>): Promise<T> {
    const cache = this.#caches[topic]
    const cached = this.get<T>(topic, key)
    if (cached !== undefined) return cached
    const before = cache.revision
    const loaded = await load()
    if (cache.revision === before) cache.entries.set(key, loaded)
    return loaded
  }

  /** Several at once: what is remembered as it is, the rest loaded together and remembered likewise. */
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
    const before = cache.revision
    for (const [id, item] of await load(missing)) {
      loaded.set(id, item)
      // What was read before a change that we meanwhile heard of must not be kept.
      if (cache.revision === before) cache.entries.set(keyOf(id), item)
    }
    return loaded
  }

  /** What is remembered already, without a wait: for hot paths. */
  get<T extends object>(topic: Topic, key: string): T | undefined {
    const cache = this.#caches[topic]
    const cached = cache.entries.get(key) as T | undefined
    if (cached !== undefined || this.#outer === undefined) return cached
    return this.#outer.#caches[topic].revision === cache.revision ? this.#outer.get<T>(topic, key) : undefined
  }

  /** The counter of a subject as it was at the last refresh. */
  revisionOf(topic: Topic): number {
    return this.#caches[topic].revision
  }

  /** All counters as they were at the last refresh, as one text. */
  get revisionKey(): string {
    const { settings, users, projects, trackers } = this.#caches
    return `${settings.revision}.${users.revision}.${projects.revision}.${trackers.revision}`
  }
}
