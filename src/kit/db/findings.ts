import type { Expression } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { IdSet } from '../id-set.ts'
import type { ArtifactId, TrackerId } from '../ids.ts'
import { type ChangedArtifact, changesAfter, type FeedPosition, feedPosition } from './change-feed.ts'
import type { Database, Reader } from './db.ts'
import { selectIds } from './select-ids.ts'

/** Something that is true of some artifacts, decided for each by what is stored of itself. */
export interface Fact {
  /** Two facts of one key are the same; what else they depend on is part of it. */
  readonly key: string
  /** Where it can be true of any; null: everywhere. */
  readonly trackers: readonly TrackerId[] | null
  /** So many artifacts are looked at that other requests should not wait meanwhile. */
  readonly isLong: boolean
  /** When more than these changed it is found anew, as a long question; absent: as of all facts. */
  readonly mostAsked?: number
  /** `artifact_id` of those it is true of, of all or among some. */
  rows(among: readonly ArtifactId[] | null): Expression<unknown>
}

interface Finding {
  readonly fact: Fact
  set: IdSet
  /** Changes up to here are in it. */
  upTo: number
  /** Whether it is exactly what the database held at that change, and not already some of what came after. */
  isSettled: boolean
}

/** More changes than these between two questions: what was found is found anew. */
const mostChanges = 5000
/** More of them that concern a finding: the same. */
const mostAsked = 2000
/** Rows of the log live longer than that. */
const longestPauseMs = 3_600_000
const mostAttempts = 3
const megabyte = 1024 * 1024

/**
 * The artifacts that facts are true of, found once and then kept up by the log of changes: what changed is asked again,
 * by its id. Whoever asks sees what was committed before he asked, all facts at one and the same moment.
 */
export class Findings {
  readonly #db: Database
  readonly #findings: LRUCache<string, Finding> | undefined
  readonly #building = new Map<string, Promise<Finding>>()
  /** The latest changes, oldest first: the first is number `#head - #changes.length + 1`. */
  #changes: ChangedArtifact[] = []
  #head = 0
  #position: FeedPosition | undefined
  #readAt = 0
  #turn: Promise<unknown> = Promise.resolve()
  #nextReading: Promise<void> | undefined

  /** Among fewer artifacts it is not worth while: they are asked for directly. */
  readonly fewest: number

  /** No megabytes: nothing is kept, and nobody asks. */
  constructor(db: Database, { megabytes = 48, fewest = 2000 } = {}) {
    this.#db = db
    this.fewest = fewest
    if (megabytes > 0) {
      const maxSize = Math.ceil(megabytes * megabyte)
      this.#findings = new LRUCache({
        maxSize,
        maxEntrySize: Math.ceil(maxSize / 4),
        sizeCalculation: ({ set }, key) => set.bytes + 2 * key.length + 500,
      })
    }
  }

  get areKept(): boolean {
    return this.#findings !== undefined
  }

  /** Room that is taken now. */
  get bytes(): number {
    return this.#findings?.calculatedSize ?? 0
  }

  /**
   * What `work` makes of the facts, each by its key. It must not wait for anything: the sets go on changing. Undefined
   * while more is written than can be kept up with.
   */
  async ask<T>(facts: readonly Fact[], work: (found: ReadonlyMap<string, IdSet>) => T): Promise<T | undefined> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      await this.#read()
      const findings = await Promise.all(facts.map((fact) => this.#findings?.get(fact.key) ?? this.#build(fact)))
      const answer = () => work(new Map(findings.map(({ fact, set }) => [fact.key, set])))
      if (findings.every((finding) => this.#isCurrent(finding))) return answer()
      const settled = await this.#alone(() => this.#settle(findings, answer))
      if (settled !== undefined) return settled.answer
    }
    return undefined
  }

  /** One at a time: readings of the log and what follows from them. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  /** Those who come before it begins share a reading. */
  #read(): Promise<void> {
    this.#nextReading ??= this.#alone(() => {
      this.#nextReading = undefined
      return this.#readOn(this.#db.read)
    })
    return this.#nextReading
  }

  async #readOn(db: Reader): Promise<void> {
    const now = performance.now()
    if (this.#position === undefined || now - this.#readAt > longestPauseMs) {
      this.#position = await feedPosition(db)
      this.#forget()
    } else {
      const { position, changes } = await changesAfter(db, this.#position, mostChanges)
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
    if (this.#changes.length > 2 * mostChanges) this.#changes = this.#changes.slice(-mostChanges)
  }

  /** Nobody knows what happened: all that was found before is out of date. */
  #forget(): void {
    this.#changes = []
    this.#head++
  }

  /** Concerning a fact and not yet in it; undefined: too many, or no longer known. */
  #changedSince({ fact: { trackers, mostAsked: most = mostAsked }, upTo }: Finding): Set<ArtifactId> | undefined {
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

  #isCurrent(finding: Finding): boolean {
    if (!finding.isSettled) return false
    if (finding.upTo === this.#head) return true
    if (this.#changedSince(finding)?.size !== 0) return false
    finding.upTo = this.#head
    return true
  }

  /** Asks again what changed, all in one moment; undefined: something has to be found anew. */
  async #settle<T>(findings: readonly Finding[], answer: () => T): Promise<{ readonly answer: T } | undefined> {
    return this.#db.snapshot(async (db) => {
      await this.#readOn(db)
      let isComplete = true
      for (const finding of findings) {
        const changed = this.#changedSince(finding)
        if (changed === undefined) {
          isComplete = false
          if (this.#findings?.peek(finding.fact.key) === finding) this.#findings.delete(finding.fact.key)
          continue
        }
        if (changed.size > 0) {
          const ids = [...changed]
          const now = await selectIds(db, finding.fact.rows(ids))
          for (const id of ids) finding.set.put(id, now.has(id))
        }
        finding.upTo = this.#head
        finding.isSettled = true
      }
      return isComplete ? { answer: answer() } : undefined
    })
  }

  /** Whoever asks for the same meanwhile waits for this one. */
  #build(fact: Fact): Promise<Finding> {
    const running = this.#building.get(fact.key)
    if (running !== undefined) return running
    const built = this.#find(fact).finally(() => this.#building.delete(fact.key))
    this.#building.set(fact.key, built)
    return built
  }

  async #find(fact: Fact): Promise<Finding> {
    const upTo = this.#head
    const set = await selectIds(fact.isLong ? this.#db.aside : this.#db.read, fact.rows(null))
    const finding: Finding = { fact, set, upTo, isSettled: false }
    this.#findings?.set(fact.key, finding)
    return finding
  }
}
