import { fieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { date } from './date.ts'

const settings = { default_value_type: 1, default_value_today: 'today', default_value: 0, display_time: 0 }
const entry = (value: string | null, withTime = false) => ({
  field_id: 500,
  label: 'Some field',
  value,
  type: 'date',
  is_time_displayed: withTime,
})

fieldTypeContract(date, {
  settings: [
    [{}, settings],
    [{ display_time: '0' }, settings],
    [
      { default_value: 'today', display_time: '1' },
      { ...settings, default_value_type: 0, display_time: 1 },
    ],
    [{ default_value: '1775000000' }, { ...settings, default_value: 1_775_000_000 }],
  ],
  describes: { default_value: '', specific_properties: settings, extra: { is_time_displayed: false } },
  presents: [
    [1_774_994_400, entry('2026-04-01T00:00:00+02:00')],
    [null, entry(null)],
    [undefined, undefined],
  ],
  flat: [
    [1_774_994_400, '2026-04-01T00:00:00+02:00'],
    [null, null],
  ],
  reads: [
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
  indexes: [
    [1_774_994_400, [{ family: 'date', value: 1_774_994_400 }]],
    [null, []],
  ],
  same: [[null, undefined]],
})

fieldTypeContract(date, {
  field: { properties: { default_value_type: 0, display_time: 1 } },
  describes: {
    default_value: '2026-04-01 01:33',
    specific_properties: { ...settings, default_value_type: 0, display_time: 1 },
    extra: { is_time_displayed: true },
  },
  presents: [[1_774_995_000, entry('2026-04-01T00:10:00+02:00', true)]],
  reads: [['<value>2026-03-31T22:10:00Z</value>', 1_774_995_000]],
})
