import { LRUCache } from 'lru-cache'
import { FrequencySketch } from './frequency-sketch.ts'

/** The JSON text of a response with its entity tag. */
export interface CachedBody {
  readonly text: string
  readonly etag: string
}

/** Whether a body is read by itself, or as one of the many of a page. */
export type ReadKind = 'single' | 'page'

/** A body that a single read does not find costs several times what one of a page costs, which share their queries. */
const weights: Readonly<Record<ReadKind, number>> = { single: 4, page: 1 }
/** Reads after which all frequencies are halved, for each body in the cache. */
const readsPerBody = 30

interface Entry {
  readonly version: string
  readonly body: CachedBody
  readonly bytes: number
}

const megabyte = 1024 * 1024

/**
 * Cache of serialized bodies. The key is what a body shows and to whom, and the version everything else that it depends
 * on: a body of another version is not found, and the body of a new version replaces it.
 *
 * A full cache admits a body only if it is read more often than those that would make room for it, the least recently
 * used (TinyLFU). So programs that walk through all artifacts do not evict what users read, and a walk that is larger
 * than the cache finds a part of it each time.
 */
export class BodyCache {
  readonly #entries: LRUCache<string, Entry> | undefined
  readonly #frequencies: FrequencySketch | undefined
  #hits = 0
  #misses = 0

  /** 0: nothing is cached. */
  constructor(megabytes = 32) {
    if (megabytes > 0) {
      const maxSize = megabytes * megabyte
      // One large response must not evict all others.
      this.#entries = new LRUCache({ maxSize, maxEntrySize: maxSize / 16, sizeCalculation: ({ bytes }) => bytes })
      this.#frequencies = new FrequencySketch()
    }
  }

  get(key: string, version: string, reading: ReadKind): CachedBody | undefined {
    this.#frequencies?.count(key, weights[reading])
    this.#frequencies?.ageAfter(readsPerBody * Math.max(this.#entries?.size ?? 0, minCounted))
    const entry = this.#entries?.get(key)
    if (entry?.version === version) {
      this.#hits++
      return entry.body
    }
    this.#misses++
    return undefined
  }

  set(key: string, version: string, body: CachedBody): void {
    const entries = this.#entries
    if (entries === undefined) return
    const entry = { version, body, bytes: bytesOf(body, key, version) }
    if (entries.has(key) || this.#isAdmitted(entries, key, entry)) entries.set(key, entry)
  }

  /** Whether there is room for a body, or it is read more often than each of the bodies that it would evict. */
  #isAdmitted(entries: LRUCache<string, Entry>, key: string, { bytes }: Entry): boolean {
    let excess = entries.calculatedSize + bytes - entries.maxSize
    if (excess <= 0) return true
    const frequency = this.#frequencies?.estimate(key) ?? 0
    for (const evicted of entries.rkeys()) {
      // As often is not enough: the bodies of a walk would evict each other before they are read again.
      if ((this.#frequencies?.estimate(evicted) ?? 0) >= frequency) return false
      excess -= entries.peek(evicted)?.bytes ?? 0
      if (excess <= 0) break
    }
    return true
  }

  /** Returns the memory in use, and how often a body was found and not found since the start of the process. */
  statistics(): { readonly bytes: number; readonly hits: number; readonly misses: number } {
    return { bytes: this.#entries?.calculatedSize ?? 0, hits: this.#hits, misses: this.#misses }
  }
}

/** Few bodies are no measure of how much is read. */
const minCounted = 100

/** V8 stores a text with a character outside of Latin-1 with two bytes for each; the key and the entry need some, too. */
const bytesOf = ({ text }: CachedBody, key: string, version: string): number =>
  (isLatin1(text) ? 1 : 2) * text.length + key.length + version.length + 400

const isLatin1 = (text: string): boolean => Buffer.byteLength(text) === text.length || !/[\u0100-\uffff]/.test(text)
