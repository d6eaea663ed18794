import { LRUCache } from 'lru-cache'

/** The JSON text of a response with its entity tag. */
export interface CachedBody {
  readonly text: string
  readonly etag: string
}

const megabyte = 1024 * 1024

/**
 * Cache of serialized bodies that evicts the least recently used. The key contains everything that a body depends on,
 * so entries are never invalidated: changed data has another key.
 */
export class BodyCache {
  readonly #entries: LRUCache<string, CachedBody> | undefined
  #hits = 0
  #misses = 0

  /** 0: nothing is cached. */
  constructor(megabytes = 32) {
    if (megabytes > 0) {
      const maxSize = megabytes * megabyte
      // One large response must not evict all others.
      this.#entries = new LRUCache({ maxSize, maxEntrySize: maxSize / 16, sizeCalculation: bytesOf })
    }
  }

  get(key: string): CachedBody | undefined {
    const body = this.#entries?.get(key)
    if (body === undefined) this.#misses++
    else this.#hits++
    return body
  }

  set(key: string, body: CachedBody): void {
    this.#entries?.set(key, body)
  }

  /** Returns the memory in use, and how often a body was found and not found since the start of the process. */
  statistics(): { readonly bytes: number; readonly hits: number; readonly misses: number } {
    return { bytes: this.#entries?.calculatedSize ?? 0, hits: this.#hits, misses: this.#misses }
  }
}

/**
 * Text with non-ASCII characters may need two bytes per character; the key, the tag and the entry itself need some as
 * well.
 */
const bytesOf = ({ text }: CachedBody, key: string): number =>
  (Buffer.byteLength(text) === text.length ? text.length : 2 * text.length) + key.length + 400
