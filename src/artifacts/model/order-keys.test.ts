import { describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { assignKeys, type KeyedArtifact } from './order-keys.ts'

const compare = (a: KeyedArtifact, b: KeyedArtifact): number => a.key - b.key || a.id - b.id

/** A tracker in memory, moved as the command does. */
class Order {
  readonly #keys = new Map<number, number>()
  /** How many keys each move wrote. */
  readonly written: number[] = []

  constructor(ids: readonly number[], keyOf: (id: number) => number = (id) => id) {
    for (const id of ids) this.#keys.set(id, keyOf(id))
  }

  get sorted(): KeyedArtifact[] {
    return [...this.#keys].map(([id, key]) => ({ id: id as ArtifactId, key })).sort(compare)
  }

  get ids(): number[] {
    return this.sorted.map(({ id }) => id)
  }

  keyOf(id: number): number {
    return this.#keys.get(id) as number
  }

  add(id: number): void {
    this.#keys.set(id, id)
  }

  move(moved: readonly number[], direction: 'before' | 'after', target: number): void {
    const others = this.sorted.filter(({ id }) => !moved.includes(id))
    const at = others.findIndex(({ id }) => id === target) + (direction === 'after' ? 1 : 0)
    const read = (count: number) =>
      assignKeys(
        moved as readonly ArtifactId[],
        { before: others.slice(0, at).toReversed().slice(0, count), after: others.slice(at, at + count) },
        count,
      )
    const keyed = read(64) ?? read(1000) ?? read(2 ** 31) ?? []
    this.written.push(keyed.length)
    for (const { id, key } of keyed) this.#keys.set(id, key)
  }
}

const range = (count: number, first = 1): number[] => Array.from({ length: count }, (_, index) => first + index)

/** Numbers below `limit` that are the same in each run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
}

describe('keys of the order of a tracker', () => {
  it('lie evenly between the neighbours', () => {
    const order = new Order([10, 20, 30, 40])
    order.move([40, 10], 'after', 20)
    expect(order.ids).toEqual([20, 40, 10, 30])
    expect(order.keyOf(40)).toBeCloseTo(23.33, 1)
    expect(order.keyOf(10)).toBeCloseTo(26.67, 1)
    expect(order.written).toEqual([2])
  })

  it('are integers before the first one, and below the next artifact after the last one', () => {
    const order = new Order([10, 20, 30])
    order.move([20, 30], 'before', 10)
    expect([20, 30, 10].map((id) => order.keyOf(id))).toEqual([8, 9, 10])
    order.move([20], 'after', 10)
    expect(order.keyOf(20)).toBeGreaterThan(10)
    expect(order.keyOf(20)).toBeLessThan(11)
    order.add(31)
    expect(order.ids.at(-1)).toBe(31)
  })

  it.each(range(8))('keep a total order without duplicates in random moves (%i)', (seed) => {
    const random = createRandom(seed)
    const order = new Order(range(40, seed % 2 === 0 ? 1 : 2_147_000_000))
    const model = order.ids
    for (let move = 0; move < 1500; move++) {
      if (move % 100 === 99) {
        const id = Math.max(...model) + 1
        order.add(id)
        model.push(id)
      }
      // Most moves lead to the same few places.
      const target = model[random(4) > 0 ? random(3) : random(model.length)] as number
      const start = random(model.length)
      const moved = model.slice(start, start + 1 + random(3)).filter((id) => id !== target)
      if (random(2) === 0) moved.reverse()
      if (moved.length === 0) continue
      const direction = random(2) === 0 ? 'before' : 'after'
      order.move(moved, direction, target)
      const rest = model.filter((id) => !moved.includes(id))
      rest.splice(rest.indexOf(target) + (direction === 'after' ? 1 : 0), 0, ...moved)
      model.splice(0, model.length, ...rest)
      if (move % 10 === 0) expect(order.ids).toEqual(model)
    }
    expect(order.ids).toEqual(model)
    expect(new Set(order.sorted.map(({ key }) => key)).size).toBe(model.length)
  })

  it.each([1, 2_000_000_000])('write few keys, however often one place is used (from %i on)', (first) => {
    const order = new Order(range(3000, first))
    for (let move = 0; move < 2500; move++) order.move([first + 499 + move], 'after', first + 9)
    const total = order.written.reduce((sum, each) => sum + each, 0)
    expect(Math.max(...order.written)).toBeLessThan(130)
    expect(total / order.written.length).toBeLessThan(16)
    expect(order.ids.slice(8, 13)).toEqual([first + 8, first + 9, first + 2998, first + 2997, first + 2996])
  })

  it('write few keys when all artifacts are moved to the end, one after the other', () => {
    const order = new Order(range(2000))
    const wanted = range(2000).toReversed()
    for (const id of wanted) {
      const last = order.ids.at(-1) as number
      if (last !== id) order.move([id], 'after', last)
    }
    expect(order.ids).toEqual(wanted)
    expect(Math.max(...order.sorted.map(({ key }) => key))).toBeLessThan(2001)
    expect(Math.max(...order.written)).toBeLessThan(130)
  })

  it('separate artifacts that had the same key', () => {
    const order = new Order(range(3000), () => 7)
    order.move([3000], 'after', 1500)
    expect(order.ids.slice(1499, 1502)).toEqual([1500, 3000, 1501])
    order.move([1], 'after', 2)
    expect(order.ids.slice(0, 3)).toEqual([2, 1, 3])
  })
})
