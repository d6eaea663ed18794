import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BodyCache, type ReadKind } from './body-cache.ts'

const body = (text: string) => ({ text, etag: '"a"' })
const text = 'x'.repeat(10_000)
/** Bodies of 10 KB that a cache of a megabyte holds. */
const capacity = Math.floor((1024 * 1024) / 10_402)

/** Reads a body, and stores it if it was not found; returns whether it was found. */
function read(bodyCache: BodyCache, key: string, reading: ReadKind): boolean {
  if (bodyCache.get(key, '1', reading) !== undefined) return true
  bodyCache.set(key, '1', body(text))
  return false
}

/** Returns how many of the bodies were found. */
const readAll = (bodyCache: BodyCache, keys: readonly string[], reading: ReadKind): number =>
  keys.filter((key) => read(bodyCache, key, reading)).length

const keys = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${prefix}${i}`)

it('returns a body only under its key and version', () => {
  const bodyCache = new BodyCache(1)
  bodyCache.set('a', '1', body('old'))
  expect(bodyCache.get('a', '1', 'single')).toEqual(body('old'))
  expect(bodyCache.get('a', '2', 'single')).toBeUndefined()
  expect(bodyCache.get('b', '1', 'single')).toBeUndefined()
  expect(bodyCache.statistics()).toMatchObject({ hits: 1, misses: 2 })
})

it('replaces a body by that of its next version, also if the cache is full', () => {
  const bodyCache = new BodyCache(1)
  readAll(bodyCache, keys('a', capacity), 'single')
  const { bytes } = bodyCache.statistics()
  bodyCache.set('a0', '2', body(text))
  expect(bodyCache.get('a0', '1', 'single')).toBeUndefined()
  expect(bodyCache.get('a0', '2', 'single')).toEqual(body(text))
  expect(bodyCache.statistics().bytes).toBe(bytes)
})

describe('a full cache', () => {
  it('keeps the bodies that users read while a program walks through many more', () => {
    const bodyCache = new BodyCache(1)
    const used = keys('used', 50)
    for (let round = 0; round < 3; round++) readAll(bodyCache, used, 'single')
    for (let round = 0; round < 5; round++) {
      readAll(bodyCache, keys('walk', 2000), 'page')
      expect(readAll(bodyCache, used, 'single')).toBe(used.length)
    }
  })

  it('finds a part of a walk that is repeated, although it is larger than the cache', () => {
    const bodyCache = new BodyCache(1)
    const walk = keys('walk', 2 * capacity)
    for (let round = 0; round < 3; round++) readAll(bodyCache, walk, 'page')
    expect(readAll(bodyCache, walk, 'page')).toBeGreaterThan(0.4 * walk.length)
  })

  it('admits what is read now instead of what was read before', () => {
    const bodyCache = new BodyCache(1)
    const [before, now] = [keys('before', capacity), keys('now', capacity)]
    for (let round = 0; round < 100; round++) readAll(bodyCache, before, 'single')
    for (let round = 0; round < 100; round++) readAll(bodyCache, now, 'single')
    expect(readAll(bodyCache, now, 'single')).toBe(now.length)
  })

  it('admits a body that is read by itself rather than bodies of pages', () => {
    const bodyCache = new BodyCache(1)
    for (let round = 0; round < 3; round++) readAll(bodyCache, keys('walk', capacity), 'page')
    expect(read(bodyCache, 'used', 'single')).toBe(false)
    expect(read(bodyCache, 'used', 'single')).toBe(true)
  })

  it('evicts the least recently used body', () => {
    const bodyCache = new BodyCache(1)
    const storedKeys = keys('a', capacity)
    readAll(bodyCache, storedKeys, 'page')
    readAll(bodyCache, storedKeys.slice(1), 'page')
    read(bodyCache, 'b', 'single')
    expect(bodyCache.get('a0', '1', 'page')).toBeUndefined()
    expect(bodyCache.get('a1', '1', 'page')).toBeDefined()
    expect(bodyCache.get('b', '1', 'page')).toBeDefined()
  })

  it('never uses more memory than it may', () => {
    const step = fc.record({ key: fc.nat(200), length: fc.integer({ min: 1, max: 70_000 }), isWide: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { minLength: 50, maxLength: 400 }), (steps) => {
        const bodyCache = new BodyCache(1)
        for (const { key, length, isWide } of steps) {
          if (bodyCache.get(`${key}`, '1', 'single') !== undefined) continue
          bodyCache.set(`${key}`, '1', body((isWide ? 'ł' : 'x').repeat(length)))
          expect(bodyCache.statistics().bytes).toBeLessThanOrEqual(1024 * 1024)
        }
      }),
      { numRuns: 30 },
    )
  })
})

it('does not store a body that would use a large part of the cache', () => {
  const bodyCache = new BodyCache(1)
  bodyCache.set('a', '1', body('x'.repeat(100_000)))
  expect(bodyCache.get('a', '1', 'single')).toBeUndefined()
})

it('counts two bytes for the characters of a text with one outside of Latin-1', () => {
  const bodyCache = new BodyCache(1)
  const bytesOf = (added: string): number => {
    const before = bodyCache.statistics().bytes
    bodyCache.set(added, '1', body(added))
    return bodyCache.statistics().bytes - before
  }
  const [ascii, latin1, wide] = ['e', 'é', 'ł'].map((letter) => bytesOf(letter.repeat(1000)))
  expect(latin1).toBe(ascii)
  expect(wide).toBe((ascii ?? 0) + 1000)
})

it('stores nothing if its size is 0', () => {
  const bodyCache = new BodyCache(0)
  bodyCache.set('a', '1', body('x'))
  expect(bodyCache.get('a', '1', 'single')).toBeUndefined()
})
