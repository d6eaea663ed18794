import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { date } from './date.ts'

const settings = { default_value_type: 1, default_value_today: 'today', default_value: 0, display_time: 0 }
const noDate = (value: string) =>
  `Some field is not a date: ${value}. Expected YYYY-MM-DD, YYYY-MM-DD HH:MM, ISO 8601 such as 2026-04-01T10:30:00+02:00, or RFC 2822 such as Wed, 1 Apr 2026 10:30:00 +0200.`
const entry = (value: string | null, withTime = false) => ({
  field_id: 500,
  label: 'Some field',
  value,
  type: 'date',
  is_time_displayed: withTime,
})

describeFieldTypeContract(date, {
  settings: [
    [{}, settings],
    [{ display_time: '0' }, settings],
    [
      { default_value: 'today', display_time: '1' },
      { ...settings, default_value_type: 0, display_time: 1 },
    ],
    [{ default_value: '1775000000' }, { ...settings, default_value: 1_775_000_000 }],
  ],
  description: { default_value: '', specific_properties: settings, extra: { is_time_displayed: false } },
  presented: [
    [1_774_994_400, entry('2026-04-01T00:00:00+02:00')],
    [null, entry(null)],
    [undefined, undefined],
  ],
  flat: [
    [1_774_994_400, '2026-04-01T00:00:00+02:00'],
    [null, null],
  ],
  archived: [
    ['<value format="ISO8601"><![CDATA[2026-04-01T00:00:00+02:00]]></value>', 1_774_994_400],
    // Midnight of another zone names the same day.
    ['<value>2026-04-01T00:00:00-05:00</value>', 1_774_994_400],
    // Late on 31 March in London is 1 April in Paris.
    ['<value>2026-03-31T23:59:59+01:00</value>', 1_774_994_400],
    ['<value>1970-01-01T01:00:00+01:00</value>', null],
    ['<value/>', null],
    [
      '<value>2026-02-30T00:00:00+01:00</value>',
      undefined,
      '"2026-02-30T00:00:00+01:00" is not a date for the field some_field',
    ],
    ['<value>soon</value>', undefined, '"soon" is not a date for the field some_field'],
  ],
  indexed: [
    [1_774_994_400, [{ family: 'date', value: 1_774_994_400 }]],
    [null, []],
  ],
  accepted: [
    [{ value: '2026-04-01' }, 1_774_994_400],
    [{ value: '2026-04-01 10:30' }, 1_774_994_400],
    [{ value: '2026-04-01T10:30:59.123' }, 1_774_994_400],
    [{ value: ' 2026-04-01T00:00:00+02:00 ' }, 1_774_994_400],
    // It is converted to the zone of the server, then cut to the day.
    [{ value: '2026-03-31T23:30:00Z' }, 1_774_994_400],
    [{ value: '2026-03-31t18:30:00-0500' }, 1_774_994_400],
    [{ value: 'Wed, 1 Apr 2026 10:30:00 +0200' }, 1_774_994_400],
    [{ value: '31 Mar 2026 22:30 GMT' }, 1_774_994_400],
    [{ value: '31 mar 2026 20:30:00 EDT (comment)' }, 1_774_994_400],
    [{ value: '20260401' }, 1_774_994_400],
    [{ value: '2026-03-31T24:00' }, 1_774_994_400],
    [{ value: '04/01/2026' }, 1_774_994_400],
    [{ value: 'April 1, 2026 10:30' }, 1_774_994_400],
    [{ value: '-1 day' }, 1_774_908_000],
    [{ value: 'today' }, 1_774_994_400],
    [{ value: 'now' }, 1_774_994_400],
    [{ value: 'Tomorrow' }, 1_775_080_800],
    [{ value: 'yesterday' }, 1_774_908_000],
    // The clocks were set forward in the night before 29 March.
    [{ value: '2026-03-29' }, 1_774_738_800],
    [{ value: '2026-03-30' }, 1_774_821_600],
    [{ value: '2024-02-29' }, 1_709_161_200],
    [{ value: '1931-05-04' }, -1_220_144_400],
    [{ value: '9999-12-31' }, 253_402_210_800],
    [{ value: '' }, null],
    [{ value: null }, undefined, 1_774_994_400],
    [{}, null, 1_774_994_400],
    // The value as it was read, though it was stored with a time.
    [{ value: '2026-04-01T00:10:00+02:00' }, 1_774_995_000, 1_774_995_000],
  ],
  rejected: [
    [{ value: '29/02/2024' }, noDate('"29/02/2024"')],
    [{ value: '2024-02-31' }, noDate('"2024-02-31"')],
    [{ value: '2023-02-29' }, noDate('"2023-02-29"')],
    [{ value: '2026-13-01' }, noDate('"2026-13-01"')],
    [{ value: '2026-04-01T24:01' }, noDate('"2026-04-01T24:01"')],
    [{ value: '2026-04-01T10:60' }, noDate('"2026-04-01T10:60"')],
    [{ value: '2026-04-01T10:00+29:00' }, noDate('"2026-04-01T10:00+29:00"')],
    [{ value: 'Thu, 1 Apr 2026 10:30:00 +0200' }, noDate('"Thu, 1 Apr 2026 10:30:00 +0200"')],
    [{ value: '31 Apr 2026 10:30:00 +0200' }, noDate('"31 Apr 2026 10:30:00 +0200"')],
    [{ value: '1 Foo 2026 10:30:00 +0200' }, noDate('"1 Foo 2026 10:30:00 +0200"')],
    [{ value: '1 Apr 2026 10:30:00 XYZ' }, noDate('"1 Apr 2026 10:30:00 XYZ"')],
    [{ value: '0001-01-01T00:00:00Z' }, noDate('"0001-01-01T00:00:00Z"')],
    [{ value: 'soon' }, noDate('"soon"')],
    [{ value: 'constructor' }, noDate('"constructor"')],
    [{ value: '1700000000' }, noDate('"1700000000"')],
    [{ value: 1_700_000_000 }, noDate('1700000000')],
    [{ value: true }, noDate('true')],
    [{ value: ['2026-04-01'] }, noDate('["2026-04-01"]')],
    [{ value: 'x'.repeat(1000) }, noDate(`"${'x'.repeat(59)}`)],
  ],
  initial: null,
  empty: [null, undefined],
  filled: [0],
  same: [[null, undefined]],
})

describeFieldTypeContract(date, {
  field: { properties: { default_value_type: 0, display_time: 1 } },
  description: {
    default_value: '2026-04-01 01:33',
    specific_properties: { ...settings, default_value_type: 0, display_time: 1 },
    extra: { is_time_displayed: true },
  },
  presented: [[1_774_995_000, entry('2026-04-01T00:10:00+02:00', true)]],
  archived: [['<value>2026-03-31T22:10:00Z</value>', 1_774_995_000]],
  accepted: [
    [{ value: '2026-04-01 00:10' }, 1_774_995_000],
    [{ value: '2026-04-01T00:10:59+02:00' }, 1_774_995_000],
    [{ value: '2026-04-01' }, 1_774_994_400],
    // A skipped hour moves forward with the clock change; a repeated hour is its first occurrence.
    [{ value: '2026-03-29 02:30' }, 1_774_747_800],
    [{ value: '2026-10-25 02:30' }, 1_792_888_200],
    [{ value: '2026-10-25T02:30:00+01:00' }, 1_792_891_800],
  ],
  // Now, to the minute.
  initial: 1_774_999_980,
})

// Midnight itself is skipped where the clocks are set forward then.
describeFieldTypeContract(date, {
  field: { properties: { default_value_type: 1, default_value: 1_541_310_000 } },
  description: {
    default_value: '2018-11-04',
    specific_properties: { ...settings, default_value: 1_541_310_000 },
    extra: { is_time_displayed: false },
  },
  context: { timezone: 'America/Sao_Paulo' },
  presented: [],
  accepted: [[{ value: '2018-11-04' }, 1_541_300_400]],
  initial: 1_541_300_400,
})
