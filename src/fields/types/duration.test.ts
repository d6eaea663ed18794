import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { duration, formatDuration, parseDuration } from './duration.ts'

const invalid = 'Some field is not a duration, such as 2h 30m or a number of minutes.'

describeFieldTypeContract(duration, {
  settings: [
    [{ default_value: '45' }, { default_value: 45 }],
    [{ default_value: 'soon' }, { default_value: null }],
  ],
  description: { default_value: null, specific_properties: { default_value: null } },
  presented: [
    [150, { field_id: 500, type: 'duration', label: 'Some field', value: 150 }],
    [null, { field_id: 500, type: 'duration', label: 'Some field', value: null }],
    [undefined, undefined],
  ],
  flat: [
    [150, 150],
    [undefined, null],
  ],
  archived: [
    ['<value><![CDATA[150]]></value>', 150],
    ['<value>2h 30m</value>', 150],
    ['<value/>', null],
    ['<value>-5</value>', undefined, '"-5" is not a number for the field some_field'],
  ],
  indexed: [
    [0, [{ family: 'number', value: 0 }]],
    [null, []],
  ],
  accepted: [
    [{ value: 150 }, 150],
    [{ value: '2h 30m' }, 150],
    [{ value: '2h30' }, 150],
    [{ value: '' }, null],
    [{ value: null }, undefined],
  ],
  rejected: [
    [{ value: -1 }, invalid],
    [{ value: 1.5 }, invalid],
    [{ value: '1d' }, invalid],
    [{ value: 'h m' }, invalid],
    [{ value: 2 ** 53 }, invalid],
    [{ value: true }, invalid],
  ],
  aborted: [[{}, 'Expected format for field 500 : {"field_id" : 15458, "value" : some_value']],
  initial: undefined,
  empty: [null, undefined],
  filled: [0],
  same: [[null, undefined]],
  differs: [[0, null]],
})

describe('the text of a duration', () => {
  it('is parsed as what was formatted', () =>
    fc.assert(
      fc.property(fc.maxSafeNat(), (minutes) => {
        expect(parseDuration(formatDuration(minutes))).toBe(minutes)
        expect(parseDuration(minutes)).toBe(minutes)
        expect(parseDuration(`${minutes}`)).toBe(minutes)
      }),
    ))
  it('is formatted in one form, however it was written', () =>
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.constantFrom('', ' ', '  '), (hours, minutes, space) => {
        const parsed = parseDuration(`${space}${hours}${space}H${space}${minutes}${space}min`)
        expect(parsed).toBe(hours * 60 + minutes)
        expect(formatDuration(parsed ?? -1)).toMatch(/^(\d+h( [1-5]?\dm)?|[1-5]?\dm)$/)
      }),
    ))
  it('is never another text', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseDuration(text)
        if (parsed === undefined) return
        expect(text).toMatch(/^\s*\d/)
        expect(parseDuration(formatDuration(parsed))).toBe(parsed)
      }),
    ))
  it.each([
    [0, '0m'],
    [59, '59m'],
    [60, '1h'],
    [150, '2h 30m'],
    [6000, '100h'],
  ])('of %i minutes is %s', (minutes, text) => expect(formatDuration(minutes)).toBe(text))
})
