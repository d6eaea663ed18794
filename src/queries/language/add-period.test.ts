import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPeriod, type WallTime } from './add-period.ts'
import type { Period } from './ast.ts'
import { limits } from './limits.ts'

function onTheWall(text: string): WallTime {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[- :]/).map(Number)
  return { year, month, day, hour, minute }
}

describe('adding a period to a time', () => {
  it.each([
    ['2026-03-15 10:30', 1, 'd', '2026-03-16 10:30'],
    ['2026-03-01 00:00', -1, 'd', '2026-02-28 00:00'],
    ['2024-03-01 23:59', -1, 'd', '2024-02-29 23:59'],
    ['2026-12-31 10:30', 2, 'w', '2027-01-14 10:30'],
    ['2026-03-15 10:30', 3, 'm', '2026-06-15 10:30'],
    ['2026-01-15 10:30', -13, 'm', '2024-12-15 10:30'],
    ['2026-01-31 10:30', 1, 'm', '2026-03-03 10:30'],
    ['2024-01-31 10:30', 1, 'm', '2024-03-02 10:30'],
    ['2026-03-31 10:30', -1, 'm', '2026-03-03 10:30'],
    ['2024-02-29 10:30', 1, 'y', '2025-03-01 10:30'],
    ['2024-02-29 10:30', -4, 'y', '2020-02-29 10:30'],
    ['2026-03-15 10:30', 0, 'm', '2026-03-15 10:30'],
    ['0050-01-01 00:00', 1, 'y', '0051-01-01 00:00'],
    ['2026-03-15 10:30', -3000, 'y', '0001-01-01 00:00'],
    ['2026-03-15 10:30', 8000, 'y', '9999-12-31 23:59'],
    ['2026-03-15 10:30', limits.period, 'y', '9999-12-31 23:59'],
    ['2026-03-15 10:30', -limits.period, 'w', '0001-01-01 00:00'],
  ] as const)('%s and %i%s is %s', (start, amount, unit, end) => {
    expect(addPeriod(onTheWall(start), { amount, unit })).toEqual(onTheWall(end))
  })

  it('returns the same time without a period', () => {
    expect(addPeriod(onTheWall('2026-03-15 10:30'), null)).toEqual(onTheWall('2026-03-15 10:30'))
  })

  it('returns a later time for a longer period', () => {
    const anyAmount = fc.integer({ min: -limits.period, max: limits.period })
    const inOrder = ({ year, month, day }: WallTime) => year * 10_000 + month * 100 + day
    fc.assert(
      fc.property(anyAmount, anyAmount, fc.constantFrom<Period['unit']>('d', 'w', 'y'), (one, other, unit) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        const start = onTheWall('2026-03-15 10:30')
        expect(inOrder(addPeriod(start, { amount: less, unit }))).toBeLessThanOrEqual(
          inOrder(addPeriod(start, { amount: more, unit })),
        )
      }),
    )
  })
})
