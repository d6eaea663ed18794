import { expect, it } from 'vitest'
import { findTimeframe } from './timeframe.ts'

it.each([1e13, -1e13])('ignores dates that no calendar can represent: %d', (seconds) => {
  const tracker = { semantics: { timeframe: { start: 1, end: 2 } } }
  const readable = [{ id: 1 }, { id: 2 }]
  const timeframe = findTimeframe({ 1: seconds, 2: 86_400 } as never, { tracker, readable } as never)
  expect(timeframe).toEqual({ startsOn: null, endsOn: 86_400, duration: null })
})
