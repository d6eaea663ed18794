import type { FieldExamples, Refusal } from '../../kit/wire-field-examples.ts'
import { needsValue } from '../../kit/wire-field-examples.ts'

const number = (input: unknown, value: number) => ({
  input: { value: input },
  output: { value },
  storedRows: { number: [value] },
})
const emptyExample = { input: { value: '' }, output: { value: null } }
const maxSafe = Number.MAX_SAFE_INTEGER

const rejected = (problem: string, ...values: readonly unknown[]): Refusal[] =>
  values.map((value) => ({ input: { value }, problem: problem }))

/** docs/api/field-values.md §5. */
export const ints: readonly FieldExamples[] = [
  {
    name: 'count',
    before: number(3, 3),
    accepted: [
      number(12, 12),
      number('12', 12),
      number(' 12 ', 12),
      number('007', 7),
      number('+5', 5),
      number('-5', -5),
      number(0, 0),
      number('-0', 0),
      number(maxSafe, maxSafe),
      number(`-${maxSafe}`, -maxSafe),
      emptyExample,
    ],
    rejected: [
      ...needsValue,
      ...rejected('Label of count is not an integer.', 1.5, '3.5', '5.', '1e3', '0x1A', 'abc', ' ', true, [1], {}),
      ...rejected(`Label of count can not be further from zero than ${maxSafe}.`, 1e18, '9'.repeat(30)),
    ],
    untouched: [{ value: null }, { value: 3 }, { value: '3' }],
    empty: [{ value: '' }],
    defaults: [{ element: () => ({ specific_properties: { default_value: 4 } }), output: { value: 4 } }],
  },
]

/** docs/api/field-values.md §5. */
export const floats: readonly FieldExamples[] = [
  {
    name: 'ratio',
    before: number(1.25, 1.25),
    accepted: [
      number(2.5, 2.5),
      number('2.5', 2.5),
      number(' 2.50 ', 2.5),
      number('-1e3', -1000),
      number('1E-3', 0.001),
      number(3, 3),
      number(0, 0),
      number('+0.1', 0.1),
      number(1e21, 1e21),
      emptyExample,
    ],
    rejected: [
      ...needsValue,
      ...rejected('Label of ratio is not a float.', '.5', '5.', '1,5', '1e999', 'NaN', 'abc', '0x1A', true, [2.5], {}),
    ],
    untouched: [{ value: null }, { value: 1.25 }, { value: '1.250' }],
    empty: [{ value: '' }],
    defaults: [{ element: () => ({ specific_properties: { default_value: 1.5 } }), output: { value: 1.5 } }],
  },
]

/** docs/api/field-values.md §5.1. */
export const durations: readonly FieldExamples[] = [
  {
    name: 'time',
    before: number('2h 30m', 150),
    accepted: [
      number(90, 90),
      number('90', 90),
      number('90m', 90),
      number(' 2H 5 min ', 125),
      number('3h', 180),
      number('0m', 0),
      number(0, 0),
      number(maxSafe, maxSafe),
      emptyExample,
    ],
    rejected: [
      ...needsValue,
      ...rejected(
        'Label of time is not a duration, such as 2h 30m or a number of minutes.',
        ...[-5, '-5m', 1.5, '1.5h', '1d', '30m 2h', '2h 2h', 'h', 'soon', ' ', true, [90], {}, 1e18, '9'.repeat(30)],
      ),
    ],
    untouched: [{ value: null }, { value: 150 }, { value: '150m' }],
    empty: [{ value: '' }],
    defaults: [{ element: () => ({ specific_properties: { default_value: 45 } }), output: { value: 45 } }],
  },
]

const manual = (input: object, value: number) => ({
  input,
  output: { is_autocomputed: false, value: null, manual_value: value },
})
const automatic = { is_autocomputed: true, value: null, manual_value: null }
const formatError =
  'Expected format for a computed field  : {"field_id" : 15458, "manual_value" : 12} or {"field_id" : 15458, "is_autocomputed" : true}'

/** docs/api/field-values.md §12; sums over children are tested with links. */
export const sums: readonly FieldExamples[] = [
  {
    name: 'sum',
    before: manual({ manual_value: 7 }, 7),
    accepted: [
      manual({ manual_value: 12.5 }, 12.5),
      manual({ manual_value: '12.5' }, 12.5),
      manual({ manual_value: 0, is_autocomputed: false }, 0),
      // Compatible with Tuleap: a manual value has precedence over is_autocomputed.
      manual({ manual_value: 4, is_autocomputed: true }, 4),
      manual({ manual_value: 5, value: null }, 5),
      { input: { is_autocomputed: true }, output: automatic },
      { input: { is_autocomputed: 'true' }, output: automatic },
      { input: { is_autocomputed: 1, manual_value: null }, output: automatic },
    ],
    rejected: [
      ...[{ value: 5 }, { value: '' }, { value: 5, manual_value: 5 }, { is_autocomputed: false }].map((input) => ({
        input,
        message: formatError,
      })),
      ...['abc', '1e999', true, [5]].map((value) => ({
        input: { manual_value: value },
        problem: 'Label of sum is not a float.',
      })),
      {
        input: { is_autocomputed: 'perhaps' },
        message: 'Invalid value specified for `values[1][is_autocomputed]`. Expecting boolean value',
      },
    ],
    untouched: [{ value: null }, { manual_value: null }, {}, { manual_value: '7.0' }],
    initial: automatic,
    isIgnoredWithoutPermission: true,
    defaults: [
      {
        element: () => ({ specific_properties: { default_value: 3 } }),
        output: { is_autocomputed: false, value: null, manual_value: 3 },
      },
    ],
  },
]
