import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesPrecondition } from '../../kit/values/precondition.ts'
import { formatHttpDate, formatIsoDate } from '../../kit/values/time.ts'
import { parsePreconditions } from './preconditions.ts'

const noon = Date.UTC(2026, 2, 13, 14, 32, 25) / 1000
const version = { tag: 'abc', date: noon }
const means = (headers: Readonly<Record<string, string>>): boolean =>
  matchesPrecondition(parsePreconditions(headers), version)

describe('If-Match', () => {
  it.each(['"abc.def"', 'abc.def', 'W/"abc.def"', 'w/"abc"', ' "abc" ', '"xyz.1", "abc.2"', 'xyz, W/"abc.9"', '*'])(
    'matches the version with %s',
    (tag) => expect(means({ 'if-match': tag })).toBe(true),
  )

  it.each(['"abd.def"', '', ',', '"', '1773412345', '"def"', 'ABC', '"abc', '"abc.def" x'])(
    'does not match the version with %s',
    (tag) => expect(means({ 'if-match': tag })).toBe(false),
  )
})

describe('If-Unmodified-Since', () => {
  it.each([
    'Fri, 13 Mar 2026 14:32:25 GMT',
    'Friday, 13-Mar-26 14:32:25 GMT',
    'Fri Mar 13 14:32:25 2026',
    'Fri, 13 Mar 2026 15:32:25 +0100',
    '2026-03-13T15:32:25+01:00',
    '2026-03-13T14:32:25Z',
    '2026-03-13 14:32:25.999Z',
  ])('matches the version with %s', (date) => expect(means({ 'if-unmodified-since': date })).toBe(true))

  it.each([
    'Fri, 13 Mar 2026 14:32:24 GMT',
    'Fri, 13 Mar 2026 14:32:26 GMT',
    'Mon, 01 Jan 2035 00:00:00 GMT',
    '2026-03-13T14:32:25',
    'yesterdayish',
    'Fri, 99 Mar 2026 14:32:25 GMT',
    `${noon}`,
    '',
  ])('does not match the version with %s', (date) => expect(means({ 'if-unmodified-since': date })).toBe(false))

  it('matches dates from headers and from bodies', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_102_444_799 }),
        fc.constantFrom('UTC', 'Europe/Paris', 'Asia/Kolkata'),
        (moment, zone) => {
          for (const date of [formatHttpDate(moment), formatIsoDate(moment, zone)])
            expect(parsePreconditions({ 'if-unmodified-since': date })).toEqual({ unmodifiedSince: moment })
        },
      ),
    )
  })
})

describe('both headers', () => {
  it.each([
    { tag: '"abc"', date: formatHttpDate(noon), isMeant: true },
    { tag: '"xyz"', date: formatHttpDate(noon), isMeant: false },
    { tag: '"abc"', date: formatHttpDate(noon + 1), isMeant: false },
  ])('must both match: $tag, $date', ({ tag, date, isMeant: expected }) =>
    expect(means({ 'if-match': tag, 'if-unmodified-since': date })).toBe(expected),
  )

  it('are optional', () => expect(parsePreconditions({})).toEqual({}))
})
