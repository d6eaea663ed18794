import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IdSet } from './id-set.ts'

// Dense sets, sparse sets, and dense ranges far from each other.
const ids = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 300 }),
  fc.array(fc.integer({ min: 1, max: 2 ** 45 }), { maxLength: 60 }),
  fc
    .tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 9000 }))
    .map(([low, n]) => Array.from({ length: n }, (_, i) => low + i)),
)
const inOrder = (list: Iterable<number>): number[] => [...new Set(list)].sort((a, b) => a - b)
const all = (set: IdSet): number[] => set.slice(0, set.size)

it('contains its ids in order, whether created from a list or parsed', () => {
  fc.assert(
    fc.property(ids, (list) => {
      const [created, parsed] = [IdSet.of(list), IdSet.parse(list.join(','))]
      expect(all(created)).toEqual(inOrder(list))
      expect(all(parsed)).toEqual(inOrder(list))
      expect(created.size).toBe(new Set(list).size)
    }),
  )
})

it('returns the ids at any position', () => {
  fc.assert(
    fc.property(ids, fc.nat(400), fc.nat(400), (list, from, length) => {
      expect(IdSet.of(list).slice(from, from + length)).toEqual(inOrder(list).slice(from, from + length))
    }),
  )
})

it('contains added ids and no removed ones', () => {
  const moves = fc.array(
    fc.tuple(fc.oneof(fc.integer({ min: 1, max: 12_000 }), fc.integer({ min: 1, max: 2 ** 45 })), fc.boolean()),
  )
  fc.assert(
    fc.property(ids, moves, (list, puts) => {
      const set = IdSet.of(list)
      const model = new Set(list)
      for (const [id, isIn] of puts) {
        set.put(id, isIn)
        if (isIn) model.add(id)
        else model.delete(id)
        expect(set.has(id)).toBe(isIn)
      }
      for (const id of list.slice(0, 20)) expect(set.has(id)).toBe(model.has(id))
      expect(all(set)).toEqual(inOrder(model))
    }),
  )
})

it('supports intersection, union, difference and ranges', () => {
  fc.assert(
    fc.property(ids, ids, fc.nat(30_000), fc.nat(30_000), (one, other, low, length) => {
      const [a, b] = [IdSet.of(one), IdSet.of(other)]
      const among = new Set(other)
      expect(all(a.and(b))).toEqual(inOrder(one.filter((id) => among.has(id))))
      expect(all(a.or(b))).toEqual(inOrder([...one, ...other]))
      expect(all(a.without(b))).toEqual(inOrder(one.filter((id) => !among.has(id))))
      expect(all(a.between(low, low + length))).toEqual(inOrder(one.filter((id) => id >= low && id <= low + length)))
      expect([all(a), all(b)]).toEqual([inOrder(one), inOrder(other)])
    }),
  )
})

it('needs a bit for each of a million ids', () => {
  const million = IdSet.of(Array.from({ length: 1_000_000 }, (_, i) => i + 1))
  expect(million.bytes).toBeLessThan(150_000)
  expect(million.slice(999_990, 1_000_000)).toEqual(Array.from({ length: 10 }, (_, i) => 999_991 + i))
})
