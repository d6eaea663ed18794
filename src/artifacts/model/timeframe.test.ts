import { expect, it } from 'vitest'
import { findTimeframe } from './timeframe.ts'

it.each([1e13, -1e13, 253_402_300_800, -62_135_596_801])('ignores dates outside the years 1 to 9999: %d', (seconds) => {
  const tracker = { semantics: { timeframe: { start: 1, end: 2 } } }
  const readable = [{ id: 1 }, { id: 2 }]
  const timeframe = findTimeframe({ 1: seconds, 2: 86_400 } as never, { tracker, readable } as never)
  expect(timeframe).toEqual({ startsOn: null, endsOn: 86_400, duration: null })
})

it.each([
  [4.6, 5],
  [-3, -3],
  [1e15, 1e15],
  [1e300, null],
  [-1e300, null],
])('ignores a duration that is not a count of days: %d', (value, duration) => {
  const tracker = { semantics: { timeframe: { start: 1, duration: 2 } } }
  const readable = [{ id: 1 }, { id: 2 }]
  const timeframe = findTimeframe({ 1: 86_400, 2: value } as never, { tracker, readable } as never)
  expect(timeframe).toEqual({ startsOn: 86_400, endsOn: null, duration })
})
