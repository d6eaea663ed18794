import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeScale } from './plot-scale.ts'

it('has round numbers at its lines', () => {
  expect([0, 1, 5, 6, 19, 23, 96, 1234].map((n) => computeScale(n))).toStrictEqual([
    { top: 1, step: 1 },
    { top: 1, step: 1 },
    { top: 5, step: 1 },
    { top: 6, step: 2 },
    { top: 20, step: 5 },
    { top: 25, step: 5 },
    { top: 100, step: 20 },
    { top: 1500, step: 500 },
  ])
})

it('has lines for whole numbers only, and room for the largest', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (largest) => {
      const { top, step } = computeScale(largest)
      expect(Number.isInteger(step)).toBe(true)
      expect(top).toBeGreaterThanOrEqual(largest)
      expect(top / step).toBeLessThanOrEqual(6)
    }),
  )
})
