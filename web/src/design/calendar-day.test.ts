import { expect, it } from 'vitest'
import { countDays, getToday } from './calendar-day.ts'

it('counts days across changes of the clock and ends of years', () => {
  expect(countDays('2026-03-28', '2026-03-30')).toBe(2)
  expect(countDays('2025-12-31', '2026-01-01')).toBe(1)
})

it('names the day of the reader, not that of UTC', () => {
  expect(getToday(new Date(2026, 0, 2, 0, 30))).toBe('2026-01-02')
})
