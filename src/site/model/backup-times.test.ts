import { expect, it } from 'vitest'
import { findNextBackupTime, isBackupOutdated } from './backup-times.ts'

const at = (text: string): number => Date.parse(text) / 1000
const zone = 'Europe/Paris'

it.each([
  ['2026-11-23T01:59:59Z', ['03:00'], '2026-11-23T02:00:00Z'],
  ['2026-11-23T02:00:00Z', ['03:00'], '2026-11-24T02:00:00Z'],
  ['2026-11-23T02:00:00Z', ['15:30', '03:00'], '2026-11-23T14:30:00Z'],
  ['2026-12-31T23:30:00Z', ['00:10'], '2027-01-01T23:10:00Z'],
  // The clocks are set from 02:00 to 03:00, and from 03:00 to 02:00.
  ['2026-03-28T12:00:00Z', ['02:30'], '2026-03-29T01:30:00Z'],
  ['2026-10-24T12:00:00Z', ['02:30'], '2026-10-25T00:30:00Z'],
  ['2026-10-25T00:30:00Z', ['02:30'], '2026-10-26T01:30:00Z'],
])('after %s the next backup at %s is %s', (after, times, next) => {
  expect(new Date(findNextBackupTime(times, at(after), zone) * 1000).toISOString()).toBe(new Date(next).toISOString())
})

it.each([
  ['2026-11-24T02:30:00Z', false],
  ['2026-11-25T02:59:00Z', false],
  ['2026-11-25T03:01:00Z', true],
])('a daily backup of 2026-11-23T02:00:05Z is outdated at %s: %s', (now, expected) => {
  expect(isBackupOutdated(['03:00'], at('2026-11-23T02:00:05Z'), at(now), zone)).toBe(expected)
})
