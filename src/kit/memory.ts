import { LRUCache } from 'lru-cache'

/** What is kept in memory between requests, each with a counter in table `revision` that its writers raise. */
export const subjects = ['settings', 'users', 'projects', 'trackers'] as const
export type Subject = (typeof subjects)[number]

type Revisions = Readonly<Record<Subject, number>>

interface Shelf {
  revision: number
  readonly entries: LRUCache<string, object>
}

/**
 * Memory of slowly changing things, right on every node: each request first reads the counters (one row each), and
 * what was remembered under an older counter is forgotten.
 */
export class Memory {
  readonly #shelves: Readonly<Record<Subject, Shelf>>
  readonly #readRevisions: () => Promise<Revisions>
  readonly #outer: Memory | undefined
  #next: Promise<void> | undefined

  /** `outer`: another memory that is asked as well wherever its counter is the same; it learns nothing from this one. */
  constructor(readRevisions: () => Promise<Revisions>, entriesPerSubject = 5000, outer?: Memory) {
    this.#readRevisions = readRevisions
    this.#outer = outer
    const shelf = (): Shelf => ({ revision: -1, entries: new LRUCache({ max: entriesPerSubject }) })
    this.#shelves = { settings: shelf(), users: shelf(), projects: shelf(), trackers: shelf() }
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
    for (const subject of subjects) {
      const shelf = this.#shelves[subject]
      // Counters only grow: a smaller one is an answer that was overtaken by a later one.
      if (revisions[subject] <= shelf.revision) continue
      shelf.revision = revisions[subject]
      shelf.entries.clear()
    }
  }

  /** What is remembered under `key`, or what `load` finds, remembered unless the subject changed meanwhile. */
  async recall<T extends object>(subject: Subject, key: string, load: () => Promise<T>): Promise<T> {
    const shelf = this.#shelves[subject]
    const known = this.peek<T>(subject, key)
    if (known !== undefined) return known
    const before = shelf.revision
    const found = await load()
    if (shelf.revision === before) shelf.entries.set(key, found)
    return found
  }

  /** Several at once: what is remembered as it is, the rest loaded together and remembered likewise. */
  async recallEach<K, T extends object>(
    subject: Subject,
    ids: readonly K[],
    keyOf: (id: K) => string,
    load: (missing: readonly K[]) => Promise<ReadonlyMap<K, T>>,
  ): Promise<Map<K, T>> {
    const shelf = this.#shelves[subject]
    const found = new Map<K, T>()
    const missing: K[] = []
    for (const id of new Set(ids)) {
      const known = this.peek<T>(subject, keyOf(id))
      if (known === undefined) missing.push(id)
      else found.set(id, known)
    }
    if (missing.length === 0) return found
    const before = shelf.revision
    for (const [id, item] of await load(missing)) {
      found.set(id, item)
      // What was read before a change that we meanwhile heard of must not be kept.
      if (shelf.revision === before) shelf.entries.set(keyOf(id), item)
    }
    return found
  }

  /** What is remembered already, without a wait: for hot paths. */
  peek<T extends object>(subject: Subject, key: string): T | undefined {
    const shelf = this.#shelves[subject]
    const known = shelf.entries.get(key) as T | undefined
    if (known !== undefined || this.#outer === undefined) return known
    return this.#outer.#shelves[subject].revision === shelf.revision ? this.#outer.peek<T>(subject, key) : undefined
  }

  /** The counter of a subject as it was at the last refresh. */
  revisionOf(subject: Subject): number {
    return this.#shelves[subject].revision
  }

  /** All counters as they were at the last refresh, as one text. */
  get moment(): string {
    const { settings, users, projects, trackers } = this.#shelves
    return `${settings.revision}.${users.revision}.${projects.revision}.${trackers.revision}`
  }
}
