/** Number of ids of a block with one count: whole blocks are skipped when the k-th id is searched. */
const idsPerBlock = 4096
const wordsPerBlock = idsPerBlock / 32
const bytesPerListed = 8

/** Ids that are close together: a bit for each, from `base` on. */
interface Dense {
  readonly base: number
  readonly words: Uint32Array
  readonly counts: Uint16Array
}

/** Ids that are far apart, ascending; entries from `size` on are unused. */
interface Sparse {
  readonly ids: Float64Array
}

/** A set of ids with fast access to its size, its members, and the members at any position of their order. */
export class IdSet {
  #size: number
  #content: Dense | Sparse

  private constructor(size: number, content: Dense | Sparse) {
    this.#size = size
    this.#content = content
  }

  /** Creates a set from ids in any order, with duplicates. */
  static of(ids: ArrayLike<number>): IdSet {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] as number
      if (id < low) low = id
      if (id > high) high = id
    }
    if (ids.length > 0 && isWorthBits(low, high, ids.length)) {
      const dense = emptyDense(low, high + (high - low) / 8)
      for (let i = 0; i < ids.length; i++) setBit(dense, ids[i] as number)
      return IdSet.#counted(dense)
    }
    const sorted = Float64Array.from(ids).sort()
    let size = 0
    for (const id of sorted) if (size === 0 || sorted[size - 1] !== id) sorted[size++] = id
    return new IdSet(size, { ids: sorted })
  }

  /** Creates a set from a list as databases join it: `3,14,15`. */
  static parse(list: string): IdSet {
    if (list === '') return IdSet.of([])
    let commas = 0
    for (let at = list.indexOf(','); at >= 0; at = list.indexOf(',', at + 1)) commas++
    const ids = new Float64Array(commas + 1)
    let [n, id] = [0, 0]
    for (let i = 0; i < list.length; i++) {
      const code = list.charCodeAt(i)
      if (code === comma) {
        ids[n++] = id
        id = 0
      } else id = id * 10 + (code - zero)
    }
    ids[n] = id
    return IdSet.of(ids)
  }

  static #counted(dense: Dense): IdSet {
    let size = 0
    for (let block = 0; block < dense.counts.length; block++) size += countBlock(dense, block)
    return new IdSet(size, dense)
  }

  get size(): number {
    return this.#size
  }

  /** Returns the approximate memory in bytes. */
  get bytes(): number {
    const content = this.#content
    return 200 + ('ids' in content ? content.ids.byteLength : content.words.byteLength + content.counts.byteLength)
  }

  has(id: number): boolean {
    const content = this.#content
    if ('ids' in content) {
      const at = this.#placeOf(id, content)
      return at < this.#size && content.ids[at] === id
    }
    return isInside(content, id) && hasBit(content, id)
  }

  /** Adds or removes an id. */
  put(id: number, isIn: boolean): void {
    const content = this.#content
    if (this.has(id) === isIn) return
    if ('ids' in content) this.#putIntoList(content, id, isIn)
    else if (isInside(content, id)) {
      setBit(content, id, isIn)
      const block = Math.floor((id - content.base) / idsPerBlock)
      content.counts[block] = (content.counts[block] as number) + (isIn ? 1 : -1)
      this.#size += isIn ? 1 : -1
    } else {
      // The new id is outside: a larger bit set, or a list where it is far away.
      const other = IdSet.of([...this.slice(0, this.#size), id])
      this.#content = other.#content
      this.#size = other.#size
    }
  }

  #putIntoList(content: Sparse, id: number, isIn: boolean): void {
    const at = this.#placeOf(id, content)
    if (!isIn) {
      content.ids.copyWithin(at, at + 1, this.#size)
      this.#size--
      return
    }
    let { ids } = content
    if (ids.length === this.#size) {
      ids = new Float64Array(Math.max(16, Math.ceil(this.#size * 1.25)))
      ids.set(content.ids)
      this.#content = { ids }
    }
    ids.copyWithin(at + 1, at, this.#size)
    ids[at] = id
    this.#size++
  }

  /** Returns how many listed ids are smaller. */
  #placeOf(id: number, { ids }: Sparse): number {
    let [from, to] = [0, this.#size]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((ids[middle] as number) < id) from = middle + 1
      else to = middle
    }
    return from
  }

  /** Returns the ids at these positions of their order. */
  slice(from: number, to: number): number[] {
    const content = this.#content
    const end = Math.min(to, this.#size)
    if ('ids' in content) return Array.from(content.ids.subarray(Math.min(Math.max(from, 0), end), end))
    const ids: number[] = []
    let passed = 0
    for (let block = 0; block < content.counts.length && passed < end; block++) {
      const count = content.counts[block] as number
      if (passed + count > from) collect(content, block, from - passed, end - passed, ids)
      passed += count
    }
    return ids
  }

  and(other: IdSet): IdSet {
    const [a, b] = [this.#content, other.#content]
    if ('ids' in a) return this.#filtered(a, (id) => other.has(id))
    if ('ids' in b) return other.#filtered(b, (id) => this.has(id))
    const result = emptyLike(a)
    const shift = (a.base - b.base) / 32
    let size = 0
    for (let block = 0; block < a.counts.length; block++) {
      const there = block + shift / wordsPerBlock
      if (!a.counts[block] || !b.counts[there]) continue
      const end = (block + 1) * wordsPerBlock
      for (let i = block * wordsPerBlock; i < end; i++)
        result.words[i] = (a.words[i] as number) & (b.words[i + shift] as number)
      size += countBlock(result, block)
    }
    return new IdSet(size, result)
  }

  without(other: IdSet): IdSet {
    const [a, b] = [this.#content, other.#content]
    if ('ids' in a) return this.#filtered(a, (id) => !other.has(id))
    const result: Dense = { base: a.base, words: a.words.slice(), counts: a.counts.slice() }
    if ('ids' in b) {
      const left = new IdSet(this.#size, result)
      for (let i = 0; i < other.#size; i++) left.put(b.ids[i] as number, false)
      return left
    }
    const shift = (a.base - b.base) / 32
    let size = 0
    for (let block = 0; block < a.counts.length; block++) {
      const there = block + shift / wordsPerBlock
      if (a.counts[block] && b.counts[there]) {
        const end = (block + 1) * wordsPerBlock
        for (let i = block * wordsPerBlock; i < end; i++)
          result.words[i] = (a.words[i] as number) & ~(b.words[i + shift] as number)
        size += countBlock(result, block)
      } else size += a.counts[block] as number
    }
    return new IdSet(size, result)
  }

  or(other: IdSet): IdSet {
    const [a, b] = [this.#content, other.#content]
    if (this.#size === 0) return other
    if (other.#size === 0) return this
    if ('ids' in a || 'ids' in b || !areClose(a, b, this.#size + other.#size))
      return IdSet.of([...this.slice(0, this.#size), ...other.slice(0, other.#size)])
    const result = emptyDense(Math.min(a.base, b.base), Math.max(endOf(a), endOf(b)) - 1)
    for (const each of [a, b]) {
      const shift = (each.base - result.base) / 32
      for (let i = 0; i < each.words.length; i++)
        result.words[i + shift] = (result.words[i + shift] as number) | (each.words[i] as number)
    }
    return IdSet.#counted(result)
  }

  /** Returns the ids of a range, both ends included. */
  between(low: number, high: number): IdSet {
    const content = this.#content
    if ('ids' in content) return this.#filtered(content, (id) => id >= low && id <= high)
    const result = emptyLike(content)
    let size = 0
    for (let block = 0; block < content.counts.length; block++) {
      const first = content.base + block * idsPerBlock
      if (!content.counts[block] || first > high || first + idsPerBlock <= low) continue
      for (let i = block * wordsPerBlock; i < (block + 1) * wordsPerBlock; i++)
        result.words[i] = (content.words[i] as number) & mask(content.base + i * 32, low, high)
      size += countBlock(result, block)
    }
    return new IdSet(size, result)
  }

  #filtered({ ids }: Sparse, isKept: (id: number) => boolean): IdSet {
    const keptIds = ids.slice(0, this.#size).filter(isKept)
    return new IdSet(keptIds.length, { ids: keptIds })
  }
}

const comma = 44
const zero = 48

const isWorthBits = (low: number, high: number, size: number): boolean =>
  (high - low) / 8 <= Math.max(size * bytesPerListed, idsPerBlock / 8)

const areClose = (a: Dense, b: Dense, size: number): boolean =>
  isWorthBits(Math.min(a.base, b.base), Math.max(endOf(a), endOf(b)), size)

function emptyDense(low: number, high: number): Dense {
  const base = Math.floor(low / idsPerBlock) * idsPerBlock
  const blocks = Math.floor((high - base) / idsPerBlock) + 1
  return { base, words: new Uint32Array(blocks * wordsPerBlock), counts: new Uint16Array(blocks) }
}

const emptyLike = ({ base, words, counts }: Dense): Dense => ({
  base,
  words: new Uint32Array(words.length),
  counts: new Uint16Array(counts.length),
})

const endOf = ({ base, words }: Dense): number => base + words.length * 32
const isInside = (dense: Dense, id: number): boolean => id >= dense.base && id < endOf(dense)

function hasBit({ base, words }: Dense, id: number): boolean {
  const at = id - base
  return (((words[Math.floor(at / 32)] as number) >>> (at % 32)) & 1) === 1
}

function setBit({ base, words }: Dense, id: number, isIn = true): void {
  const at = id - base
  const word = Math.floor(at / 32)
  const bit = 1 << (at % 32)
  words[word] = isIn ? (words[word] as number) | bit : (words[word] as number) & ~bit
}

function countBlock({ words, counts }: Dense, block: number): number {
  let count = 0
  const end = (block + 1) * wordsPerBlock
  for (let i = block * wordsPerBlock; i < end; i++) count += bitsOf(words[i] as number)
  counts[block] = count
  return count
}

function bitsOf(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Returns the bits of a word whose first id is `first` that are in the range. */
function mask(first: number, low: number, high: number): number {
  if (first >= low && first + 31 <= high) return 0xffffffff
  let bits = 0
  for (let i = 0; i < 32; i++) if (first + i >= low && first + i <= high) bits |= 1 << i
  return bits >>> 0
}

/** Appends the ids of a block between two positions in it. */
function collect({ base, words }: Dense, block: number, from: number, to: number, ids: number[]): void {
  let place = 0
  for (let i = block * wordsPerBlock; i < (block + 1) * wordsPerBlock && place < to; i++) {
    let word = words[i] as number
    const count = bitsOf(word)
    if (place + count <= from) {
      place += count
      continue
    }
    while (word !== 0 && place < to) {
      const lowest = 31 - Math.clz32(word & -word)
      if (place >= from) ids.push(base + i * 32 + lowest)
      word &= word - 1
      place++
    }
  }
}
