/** Counters of each of the rows; a power of two. */
const width = 16_384
const rows = 4
const maxCount = 255

/**
 * Estimates how often each of many texts was counted lately, in 64 KiB however many texts there are (a count-min
 * sketch): a text has a counter in each row, which others share, and the smallest of them is the estimate. It is never
 * too small, and rarely too large.
 */
export class FrequencySketch {
  readonly #counters = new Uint8Array(rows * width)
  #counted = 0

  /** Counts a text `weight` times. */
  count(text: string, weight: number): void {
    const hash = hashText(text)
    const count = Math.min(maxCount, this.#estimate(hash) + weight)
    for (let row = 0; row < rows; row++) {
      const index = indexIn(row, hash)
      // A larger counter is that of another text.
      if ((this.#counters[index] ?? 0) < count) this.#counters[index] = count
    }
    this.#counted++
  }

  /** Returns how often a text was counted, at most 255. */
  estimate(text: string): number {
    return this.#estimate(hashText(text))
  }

  /** Halves all counts once `count` was called so often since the last time: what was counted long ago counts less. */
  ageAfter(calls: number): void {
    if (this.#counted < calls) return
    this.#counted = 0
    for (let index = 0; index < this.#counters.length; index++)
      this.#counters[index] = (this.#counters[index] ?? 0) >> 1
  }

  #estimate(hash: number): number {
    let least = maxCount
    for (let row = 0; row < rows; row++) least = Math.min(least, this.#counters[indexIn(row, hash)] ?? 0)
    return least
  }
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Returns the counter of a hash in a row; texts that share it in one row rarely do in another. */
function indexIn(row: number, hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b + 2 * row)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return row * width + ((mixed ^ (mixed >>> 16)) & (width - 1))
}
