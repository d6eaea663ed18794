import { expect, it } from 'vitest'
import { computeNextDigest, parseTimeZone } from './digest.ts'

const at = (iso: string): number => Date.parse(iso) / 1000
const next = (iso: string, zone: string) => {
  const { day, dueOn } = computeNextDigest(at(iso), zone)
  return [day, new Date(dueOn * 1000).toISOString()]
}

it('is sent at seven in the morning of the time zone', () => {
  expect(next('2026-03-18T05:59:59Z', 'Europe/Paris')).toEqual(['2026-03-18', '2026-03-18T06:00:00.000Z'])
  expect(next('2026-03-18T06:00:00Z', 'Europe/Paris')).toEqual(['2026-03-19', '2026-03-19T06:00:00.000Z'])
  expect(next('2026-03-18T06:00:00Z', 'Pacific/Auckland')).toEqual(['2026-03-19', '2026-03-18T18:00:00.000Z'])
  expect(next('2026-03-18T06:00:00Z', 'America/Los_Angeles')).toEqual(['2026-03-18', '2026-03-18T14:00:00.000Z'])
})

it('follows changes of the clocks and ends of months', () => {
  expect(next('2026-03-28T12:00:00Z', 'Europe/Paris')).toEqual(['2026-03-29', '2026-03-29T05:00:00.000Z'])
  expect(next('2026-12-31T12:00:00Z', 'UTC')).toEqual(['2027-01-01', '2027-01-01T07:00:00.000Z'])
})

it('knows time zones by name only', () => {
  expect(parseTimeZone('europe/paris')).toBe('Europe/Paris')
  for (const name of ['Europe/Nowhere', '+02:00', '', 'a\u0000']) expect(parseTimeZone(name)).toBeUndefined()
})
