import { describe, expect, it } from 'vitest'
import { formatIsoDate } from '../../kit/values/time.ts'
import { countedDays, getIntervalStart } from './group-key.ts'

const start = (number: number, length: Parameters<typeof getIntervalStart>[1]): string =>
  formatIsoDate(getIntervalStart(number, length, 'Europe/Paris'), 'Europe/Paris')

describe('the starts of numbered intervals', () => {
  it('are midnights of days, of Mondays and of the first days of months', () => {
    expect([0, 1, 20_000].map((day) => start(countedDays + day, 'day'))).toEqual([
      '1970-01-01T00:00:00+01:00',
      '1970-01-02T00:00:00+01:00',
      '2024-10-04T00:00:00+02:00',
    ])
    expect(start(Math.floor(countedDays / 7), 'week')).toBe('1969-12-29T00:00:00+01:00')
    expect([0, 1, 12].map((month) => start(12 * 2370 + 12 + month, 'month'))).toEqual([
      '1970-12-01T00:00:00+01:00',
      '1971-01-01T00:00:00+01:00',
      '1971-12-01T00:00:00+01:00',
    ])
  })
})
