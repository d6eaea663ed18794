import { LRUCache } from 'lru-cache'

/** An answer's JSON text with its entity tag. */
export interface CachedBody {
  readonly text: string
  readonly etag: string
}

const megabyte = 1024 * 1024

/**
 * Rendered bodies, the least recently used forgotten first. A body is found by everything it was made of, so nothing is
 * ever taken back: what changed is asked for under another key.
 */
export class BodyCache {
  readonly #entries: LRUCache<string, CachedBody> | undefined

  /** 0: nothing is kept. */
  constructor(megabytes = 32) {
    if (megabytes > 0) {
      const maxSize = megabytes * megabyte
      // No single answer drives out all others.
      this.#entries = new LRUCache({ maxSize, maxEntrySize: maxSize / 16, sizeCalculation: bytesOf })
    }
  }

  get(key: string): CachedBody | undefined {
    return this.#entries?.get(key)
  }

  set(key: string, body: CachedBody): void {
    this.#entries?.set(key, body)
  }
}

/** A text with letters beyond ASCII may take two bytes for each; key, tag and the entry itself take some as well. */
const bytesOf = ({ text }: CachedBody, key: string): number =>
  (Buffer.byteLength(text) === text.length ? text.length : 2 * text.length) + key.length + 400
