import type { Expression } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { IdSet } from '../id-set.ts'
import type { ArtifactId, TrackerId } from '../ids.ts'
import { type ChangedArtifact, type FeedPosition, loadChangesAfter, readFeedPosition } from './change-feed.ts'
import type { Database, Reader } from './db.ts'
import { selectIds } from './select-ids.ts'

/** Something that is true of some artifacts, decided for each by what is stored of itself. */
export interface CacheableCondition {
  /** Two facts of one key are the same; what else they depend on is part of it. */
  readonly key: string
  /** Where it can be true of any; null: everywhere. */
  readonly trackers: readonly TrackerId[] | null
  /** So many artifacts are looked at that other requests should not wait meanwhile. */
  readonly isLong: boolean
  /** When more than these changed it is found anew, as a long question; absent: as of all facts. */
  readonly maxRechecked?: number
  /** `artifact_id` of those it is true of, of all or among some. */
  rows(among: readonly ArtifactId[] | null): Expression<unknown>
}

interface CachedIdSet {
  readonly condition: CacheableCondition
  set: IdSet
  /** Changes up to here are in it. */
  upTo: number
  /** Whether it is exactly what the database held at that change, and not already some of what came after. */
  isSettled: boolean
}

/** More changes than these between two questions: what was found is found anew. */
const maxChanges = 5000
/** More of them that concern a finding: the same. */
const maxRechecked = 2000
/** Rows of the log live longer than that. */
const maxPauseMs = 3_600_000
const maxAttempts = 3
const megabyte = 1024 * 1024

/**
 * The artifacts that facts are true of, found once and then kept up by the log of changes: what changed is asked again,
 * by its id. Whoever asks sees what was committed before he asked, all facts at one and the same moment.
 */
export class IdSetCache {
  readonly #db: Database
  readonly #idSets: LRUCache<string, CachedIdSet> | undefined
  readonly #building = new Map<string, Promise<CachedIdSet>>()
  /** The latest changes, oldest first: the first is number `#head - #changes.length + 1`. */
  #changes: ChangedArtifact[] = []
  #head = 0
  #position: FeedPosition | undefined
  #readAt = 0
  #turn: Promise<unknown> = Promise.resolve()
  #nextReading: Promise<void> | undefined

  /** Among fewer artifacts it is not worth while: they are asked for directly. */
  readonly minArtifacts: number

  /** No megabytes: nothing is kept, and nobody asks. */
  constructor(db: Database, { megabytes = 48, fewest = 2000 } = {}) {
    this.#db = db
    this.minArtifacts = fewest
    if (megabytes > 0) {
      const maxSize = Math.ceil(megabytes * megabyte)
      this.#idSets = new LRUCache({
        maxSize,
        maxEntrySize: Math.ceil(maxSize / 4),
        sizeCalculation: ({ set }, key) => set.bytes + 2 * key.length + 500,
      })
    }
  }

  get isEnabled(): boolean {
    return this.#idSets !== undefined
  }

  /** Room that is taken now. */
  get bytes(): number {
    return this.#idSets?.calculatedSize ?? 0
  }

  /**
   * What `work` makes of the facts, each by its key. It must not wait for anything: the sets go on changing. Undefined
   * while more is written than can be kept up with.
   */
  async evaluate<T>(
    conditions: readonly CacheableCondition[],
    work: (found: ReadonlyMap<string, IdSet>) => T,
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

  /** One at a time: readings of the log and what follows from them. */
  #runExclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  /** Those who come before it begins share a reading. */
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

  /** Nobody knows what happened: all that was found before is out of date. */
  #forget(): void {
    this.#changes = []
    this.#head++
  }

  /** Concerning a fact and not yet in it; undefined: too many, or no longer known. */
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

  /** Asks again what changed, all in one moment; undefined: something has to be found anew. */
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

  /** Whoever asks for the same meanwhile waits for this one. */
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
