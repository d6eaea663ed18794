import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatIsoDate } from '../../kit/values/time.ts'
import { parseIsoDate } from './iso-date.ts'

describe('a date of a client', () => {
  it('is parsed back from the format of responses', () => {
    const moments = fc.integer({ min: 0, max: 4_102_444_800 })
    const zones = fc.constantFrom('UTC', 'Europe/Paris', 'America/St_Johns', 'Pacific/Apia')
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        expect(parseIsoDate(formatIsoDate(moment, zone))).toBe(moment)
      }),
    )
  })

  it('may end with Z', () => expect(parseIsoDate('1970-01-02T00:00:00Z')).toBe(86_400))

  it.each([
    'soon',
    '',
    '2026-03-13',
    '2026-03-13T15:42:00',
    '2026-03-13T15:42+01:00',
    '2026-03-13 15:42:00+01:00',
    '2026-02-30T00:00:00+01:00',
    '2026-13-01T00:00:00+01:00',
    '2026-03-13T24:00:00+01:00',
    '2026-03-13T15:60:00+01:00',
    '2026-03-13T15:42:00+0100',
    '2026-03-13T15:42:00.5+01:00',
    '2026-03-13T15:42:00+25:00',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ])('"%s" is invalid', (text) => expect(parseIsoDate(text)).toBeUndefined())
})
