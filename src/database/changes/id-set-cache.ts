import type { Expression } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { IdSet } from '../../kit/values/id-set.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import type { Database, Reader } from '../db/db.ts'
import { selectIds } from '../statements/select-ids.ts'
import { type ChangedArtifact, type FeedPosition, loadChangesAfter, readFeedPosition } from './change-feed.ts'

/** A condition on artifacts that depends only on stored data of the artifact itself. */
export interface CacheableCondition {
  /** Conditions with the same key are equal; everything else they depend on is part of the key. */
  readonly key: string
  /** Trackers in which it can be true; null: all. */
  readonly trackers: readonly TrackerId[] | null
  /** Whether it reads so many artifacts that other requests should not wait for it. */
  readonly isLong: boolean
  /** Number of changes after which it is evaluated again as a long query; absent: the default. */
  readonly maxRechecked?: number
  /** Returns the query for the `artifact_id` of the matching artifacts, of all or among some. */
  rows(among: readonly ArtifactId[] | null): Expression<unknown>
}

interface CachedIdSet {
  readonly condition: CacheableCondition
  set: IdSet
  /** Position of the last change that is included. */
  upTo: number
  /** Whether the set is exactly that of the position, without later changes. */
  isSettled: boolean
}

/** With more changes than these between two queries, sets are evaluated again. */
const maxChanges = 5000
/** With more changes than these that concern one set, it is evaluated again. */
const maxRechecked = 2000
/** Rows of the log live longer than that. */
const maxPauseMs = 3_600_000
const maxAttempts = 3
const megabyte = 1024 * 1024

/**
 * Caches the sets of artifacts that match conditions, and updates them from the change log: changed artifacts are
 * checked again by their ids. A query sees everything that was committed before it, for all conditions at the same
 * moment.
 */
export class IdSetCache {
  readonly #db: Database
  readonly #idSets: LRUCache<string, CachedIdSet> | undefined
  readonly #building = new Map<string, Promise<CachedIdSet>>()
  /** The latest changes, oldest first: the first has the number `#head - #changes.length + 1`. */
  #changes: ChangedArtifact[] = []
  #head = 0
  #position: FeedPosition | undefined
  #readAt = 0
  #turn: Promise<unknown> = Promise.resolve()
  #nextReading: Promise<void> | undefined

  /** With fewer artifacts a cache is not worth while: they are queried directly. */
  readonly #minArtifacts: number

  /** With 0 megabytes nothing is cached or used. */
  constructor(db: Database, { megabytes = 48, fewest = 2000 } = {}) {
    this.#db = db
    this.#minArtifacts = fewest
    if (megabytes > 0) {
      const maxSize = Math.ceil(megabytes * megabyte)
      this.#idSets = new LRUCache({
        maxSize,
        maxEntrySize: Math.ceil(maxSize / 4),
        sizeCalculation: ({ set }, key) => set.bytes + 2 * key.length + 500,
      })
    }
  }

  /** Whether queries among this many artifacts use cached sets. */
  isUsedFor(artifacts: number): boolean {
    return this.#idSets !== undefined && artifacts >= this.#minArtifacts
  }

  /** Memory in use. */
  get bytes(): number {
    return this.#idSets?.calculatedSize ?? 0
  }

  /**
   * Calls `work` with the sets of the conditions by key. It must be synchronous, because the sets change afterwards.
   * Returns undefined while more is written than the cache can follow.
   */
  async evaluate<T>(
    conditions: readonly CacheableCondition[],
    work: (idSets: ReadonlyMap<string, IdSet>) => T,
  ): Promise<T | undefined> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await this.#read()
      const findings = await Promise.all(
        conditions.map((condition) => this.#idSets?.get(condition.key) ?? this.#build(condition)),
      )
      const answer = () => work(new Map(findings.map(({ condition, set }) => [condition.key, set])))
      if (findings.every((cached) => this.#isCurrent(cached))) return answer()
      const settled = await this.#runExclusively(() => this.#settle(findings, answer))
      if (settled !== undefined) return settled.answer
    }
    return undefined
  }

  /** Runs one update from the log, and what follows from it, at a time. */
  #runExclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  /** Calls that arrive before an update begins share it. */
  #read(): Promise<void> {
    this.#nextReading ??= this.#runExclusively(() => {
      this.#nextReading = undefined
      return this.#readChanges(this.#db.read)
    })
    return this.#nextReading
  }

  async #readChanges(db: Reader): Promise<void> {
    const now = performance.now()
    if (this.#position === undefined || now - this.#readAt > maxPauseMs) {
      this.#position = await readFeedPosition(db)
      this.#forget()
    } else {
      const { position, changes } = await loadChangesAfter(db, this.#position, maxChanges)
      this.#position = position
      if (changes === undefined) this.#forget()
      else this.#append(changes)
    }
    this.#readAt = now
  }

  #append(changes: readonly ChangedArtifact[]): void {
    if (changes.length === 0) return
    this.#changes.push(...changes)
    this.#head += changes.length
    if (this.#changes.length > 2 * maxChanges) this.#changes = this.#changes.slice(-maxChanges)
  }

  /** The changes are unknown: all cached sets are out of date. */
  #forget(): void {
    this.#changes = []
    this.#head++
  }

  /** Returns the changes that concern a condition and are not included yet; undefined: too many, or no longer known. */
  #changedSince({
    condition: { trackers, maxRechecked: most = maxRechecked },
    upTo,
  }: CachedIdSet): Set<ArtifactId> | undefined {
    const first = this.#head - this.#changes.length
    if (upTo < first) return undefined
    const changed = new Set<ArtifactId>()
    for (let i = upTo - first; i < this.#changes.length; i++) {
      const { id, trackerId, isMoved } = this.#changes[i] as ChangedArtifact
      if (trackers === null || isMoved || trackers.includes(trackerId)) changed.add(id)
      if (changed.size > most) return undefined
    }
    return changed
  }

  #isCurrent(cached: CachedIdSet): boolean {
    if (!cached.isSettled) return false
    if (cached.upTo === this.#head) return true
    if (this.#changedSince(cached)?.size !== 0) return false
    cached.upTo = this.#head
    return true
  }

  /** Checks the changed artifacts again on one snapshot; undefined: a set must be evaluated again. */
  async #settle<T>(findings: readonly CachedIdSet[], answer: () => T): Promise<{ readonly answer: T } | undefined> {
    return this.#db.snapshot(async (db) => {
      await this.#readChanges(db)
      let isComplete = true
      for (const cached of findings) {
        const changed = this.#changedSince(cached)
        if (changed === undefined) {
          isComplete = false
          if (this.#idSets?.peek(cached.condition.key) === cached) this.#idSets.delete(cached.condition.key)
          continue
        }
        if (changed.size > 0) {
          const ids = [...changed]
          const now = await selectIds(db, cached.condition.rows(ids))
          for (const id of ids) cached.set.put(id, now.has(id))
        }
        cached.upTo = this.#head
        cached.isSettled = true
      }
      return isComplete ? { answer: answer() } : undefined
    })
  }

  /** Concurrent calls for the same condition share one evaluation. */
  #build(condition: CacheableCondition): Promise<CachedIdSet> {
    const running = this.#building.get(condition.key)
    if (running !== undefined) return running
    const built = this.#load(condition).finally(() => this.#building.delete(condition.key))
    this.#building.set(condition.key, built)
    return built
  }

  async #load(condition: CacheableCondition): Promise<CachedIdSet> {
    const upTo = this.#head
    const set = await selectIds(condition.isLong ? this.#db.longRead : this.#db.read, condition.rows(null))
    const cached: CachedIdSet = { condition, set, upTo, isSettled: false }
    this.#idSets?.set(condition.key, cached)
    return cached
  }
}
