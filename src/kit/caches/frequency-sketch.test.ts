import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrequencySketch } from './frequency-sketch.ts'

it('never estimates less than what was counted, up to its maximum', () => {
  const counts = fc.array(fc.record({ text: fc.string(), weight: fc.integer({ min: 1, max: 60 }) }), { maxLength: 300 })
  fc.assert(
    fc.property(counts, (all) => {
      const sketch = new FrequencySketch()
      const exact = new Map<string, number>()
      for (const { text, weight } of all) {
        sketch.count(text, weight)
        exact.set(text, Math.min(255, (exact.get(text) ?? 0) + weight))
      }
      for (const [text, count] of exact) expect(sketch.estimate(text)).toBeGreaterThanOrEqual(count)
    }),
  )
})

it('estimates nearly exactly as long as there are fewer texts than counters', () => {
  const sketch = new FrequencySketch()
  const count = (i: number): number => 1 + (i % 7)
  for (let i = 0; i < 5000; i++) sketch.count(`${i} collection 101 Europe/Paris https://tracker.example`, count(i))
  const wrong = Array.from({ length: 5000 }, (_, i) =>
    Number(sketch.estimate(`${i} collection 101 Europe/Paris https://tracker.example`) !== count(i)),
  ).reduce((sum, each) => sum + each)
  expect(wrong).toBeLessThan(50)
  expect(sketch.estimate('never counted')).toBeLessThanOrEqual(1)
})

it('halves what was counted once it is due', () => {
  const sketch = new FrequencySketch()
  for (let i = 0; i < 9; i++) sketch.count('a', 1)
  sketch.ageAfter(10)
  expect(sketch.estimate('a')).toBe(9)
  sketch.count('b', 4)
  sketch.ageAfter(10)
  expect([sketch.estimate('a'), sketch.estimate('b')]).toEqual([4, 2])
  sketch.ageAfter(10)
  expect(sketch.estimate('a')).toBe(4)
})
