import { expect, it } from 'vitest'
import { type BurndownChart, listBurndownDays } from './burndown-days.ts'

const chartOf = (dates: readonly string[], duration: number | null): BurndownChart => ({
  start_date: null,
  duration,
  capacity: null,
  points: [],
  is_under_calculation: false,
  opening_days: [1, 2, 3, 4, 5],
  points_with_date: dates.map((date) => ({ date: `${date}T23:59:00+01:00`, remaining_effort: 1 })),
})

it('adds the working days to come', () => {
  expect(listBurndownDays(chartOf(['2026-03-12', '2026-03-13'], 3))).toStrictEqual([
    '2026-03-12',
    '2026-03-13',
    '2026-03-16',
    '2026-03-17',
  ])
})

it('adds no day to a period that is over, or whose length is not known', () => {
  expect(listBurndownDays(chartOf(['2026-03-12', '2026-03-13'], 1))).toHaveLength(2)
  expect(listBurndownDays(chartOf(['2026-03-12'], null))).toHaveLength(1)
  expect(listBurndownDays(chartOf([], 5))).toStrictEqual([])
})

it('ends also when the period is endless', () => {
  expect(listBurndownDays(chartOf(['2026-03-12'], 2_000_000_000))).toHaveLength(1300)
})
