import { expect } from 'vitest'
import type { Example, FieldExamples } from '../../kit/wire-field-examples.ts'

const expectedFormats =
  'Expected YYYY-MM-DD, YYYY-MM-DD HH:MM, ISO 8601 such as 2026-04-01T10:30:00+02:00, or RFC 2822 such as Wed, 1 Apr 2026 10:30:00 +0200.'

const someMidnight = expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\+0[12]:00$/)

const dateExample =
  (isTimeDisplayed: boolean) =>
  (input: unknown, value: string): Example => ({
    input: { value: input },
    output: { value, is_time_displayed: isTimeDisplayed },
    storedRows: { date: [Date.parse(value) / 1000] },
  })
const day = dateExample(false)
const minute = dateExample(true)
const rejectedDates = (name: string, values: readonly unknown[]) =>
  values.map((value) => ({
    input: { value },
    problem: `Label of ${name} is not a date: ${JSON.stringify(value)}. ${expectedFormats}`,
  }))

const invalidDates = [
  '29/02/2024',
  '2024-02-31',
  '2024-13-01',
  '20240431',
  'soon',
  '0001-01-01',
  5,
  1_700_000_000,
  true,
  [],
]

/** docs/api/field-values.md §6, docs/api/client-needs.md §15; the time zone of the server is Europe/Paris. */
export const dates: readonly FieldExamples[] = [
  {
    name: 'day',
    before: day('2020-02-02', '2020-02-02T00:00:00+01:00'),
    accepted: [
      day('2026-04-01', '2026-04-01T00:00:00+02:00'),
      day('2026-04-01 10:30', '2026-04-01T00:00:00+02:00'),
      day('2026-04-01T00:00:00+02:00', '2026-04-01T00:00:00+02:00'),
      day('2026-03-31T23:30:00Z', '2026-04-01T00:00:00+02:00'),
      day('Wed, 1 Apr 2026 10:30:00 +0200', '2026-04-01T00:00:00+02:00'),
      ...['20260401', '2026-W14-3', '1.4.2026', '04/01/2026', 'April 1, 2026 23:59', '2026-03-31 +1 day'].map((text) =>
        day(text, '2026-04-01T00:00:00+02:00'),
      ),
      day('1969-07-20', '1969-07-20T00:00:00+01:00'),
      day('1970-01-01', '1970-01-01T00:00:00+01:00'),
      day('9999-12-31', '9999-12-31T00:00:00+01:00'),
      ...['today', 'tomorrow', 'yesterday', 'now'].map((value) => ({
        input: { value },
        output: { value: someMidnight, is_time_displayed: false },
        storedRows: { date: [expect.any(Number)] },
      })),
      ...[{ value: '' }, {}].map((input) => ({ input, output: { value: null, is_time_displayed: false } })),
      // Compatible with Tuleap 17.4: in a new artifact, null means no date.
      { input: { value: null }, output: { value: null, is_time_displayed: false }, on: 'POST' },
    ],
    rejected: rejectedDates('day', invalidDates),
    untouched: [{ value: null }, { value: '2020-02-02T00:00:00+01:00' }, { value: '2020-02-02 23:59' }],
    empty: [{ value: '' }, {}],
    initial: { value: null, is_time_displayed: false },
    defaults: [
      {
        element: () => ({ specific_properties: { default_value_type: 0 } }),
        output: { value: someMidnight, is_time_displayed: false },
      },
      {
        element: () => ({ specific_properties: { default_value_type: 1, default_value: 1_775_000_000 } }),
        output: { value: '2026-04-01T00:00:00+02:00', is_time_displayed: false },
      },
    ],
  },
  {
    name: 'minute',
    element: () => ({ specific_properties: { display_time: 1 } }),
    before: minute('2020-02-02 02:02', '2020-02-02T02:02:00+01:00'),
    accepted: [
      minute('2026-04-01', '2026-04-01T00:00:00+02:00'),
      minute('2026-04-01 10:30:59', '2026-04-01T10:30:00+02:00'),
      minute('2026-04-01T10:30:59.999Z', '2026-04-01T12:30:00+02:00'),
      minute('2026-04-01T10:30:00-0500', '2026-04-01T17:30:00+02:00'),
      minute('Wed, 1 Apr 2026 10:30:00 GMT', '2026-04-01T12:30:00+02:00'),
      // An hour that does not exist, and one that occurs twice.
      minute('2026-03-29 02:30', '2026-03-29T03:30:00+02:00'),
      minute('2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+02:00'),
      minute('2026-10-25T02:30:00+01:00', '2026-10-25T02:30:00+01:00'),
      { input: { value: '' }, output: { value: null, is_time_displayed: true } },
    ],
    rejected: rejectedDates('minute', [...invalidDates, '2026-04-01 25:00', '2026-04-01 10:60']),
    untouched: [{ value: null }, { value: '2020-02-02T01:02:59Z' }],
    empty: [{ value: '' }],
    initial: { value: null, is_time_displayed: true },
    defaults: [
      {
        element: () => ({
          specific_properties: { display_time: 1, default_value_type: 1, default_value: 1_775_000_030 },
        }),
        output: { value: '2026-04-01T01:33:00+02:00', is_time_displayed: true },
      },
    ],
  },
]
