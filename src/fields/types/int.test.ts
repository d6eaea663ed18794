import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { int } from './int.ts'

describeFieldTypeContract(int, {
  settings: [
    [
      { size: '5', default_value: '3' },
      { maxchars: 0, size: 5, default_value: 3 },
    ],
    [
      { size: '9'.repeat(20), default_value: '9'.repeat(400) },
      { maxchars: 0, size: 5, default_value: null },
    ],
  ],
  description: { default_value: null, specific_properties: { maxchars: 0, size: 5, default_value: null } },
  presented: [
    [42, { field_id: 500, type: 'int', label: 'Some field', value: 42 }],
    [null, { field_id: 500, type: 'int', label: 'Some field', value: null }],
    [undefined, undefined],
  ],
  flat: [
    [0, 0],
    [undefined, null],
  ],
  archived: [
    ['<value><![CDATA[-5]]></value>', -5],
    ['<value/>', null],
    ['<value>9007199254740993</value>', 2 ** 53],
    [`<value>${'9'.repeat(400)}</value>`, undefined, `"${'9'.repeat(400)}" is not a number for the field some_field`],
    ['<value>3.5</value>', undefined, '"3.5" is not a number for the field some_field'],
  ],
  indexed: [
    [0, [{ family: 'number', value: 0 }]],
    [null, []],
  ],
  accepted: [
    [{ value: 42 }, 42],
    [{ value: ' -3 ' }, -3],
    [{ value: '+007' }, 7],
    [{ value: 99_999_999_999 }, 99_999_999_999],
    [{ value: '-9007199254740991' }, -9_007_199_254_740_991],
    [{ value: -0 }, 0],
    // Values of an archive, unchanged.
    [{ value: 2 ** 60 }, 2 ** 60, 2 ** 60],
    [{ value: 1e300 }, 1e300, 1e300],
    [{ value: '1e+300' }, 1e300, 1e300],
    [{ value: BigInt(1e300).toString() }, 1e300, 1e300],
    [{ value: '' }, null],
    [{ value: null }, undefined],
  ],
  rejected: [
    [{ value: 1.5 }, 'Some field is not an integer.'],
    [{ value: 'abc' }, 'Some field is not an integer.'],
    [{ value: '3.5' }, 'Some field is not an integer.'],
    [{ value: '++5' }, 'Some field is not an integer.'],
    [{ value: '0x1A' }, 'Some field is not an integer.'],
    [{ value: ' ' }, 'Some field is not an integer.'],
    [{ value: '٣' }, 'Some field is not an integer.'],
    [{ value: true }, 'Some field is not an integer.'],
    [{ value: [] }, 'Some field is not an integer.'],
    [{ value: 1e21 }, 'Some field is not an integer.'],
    [{ value: 1e21 }, 'Some field is not an integer.', 1e300],
    [{ value: [5] }, 'Some field is not an integer.', 5],
    [{ value: true }, 'Some field is not an integer.', 1],
    [{ value: '9'.repeat(400) }, 'Some field is not an integer.'],
    [{ value: 2 ** 53 }, 'Some field can not be further from zero than 9007199254740991.'],
    [{ value: '-9007199254740993' }, 'Some field can not be further from zero than 9007199254740991.'],
  ],
  aborted: [[{}, 'Expected format for field 500 : {"field_id" : 15458, "value" : some_value']],
  initial: undefined,
  empty: [null, undefined],
  filled: [0],
  same: [[null, undefined]],
  differs: [[0, null]],
})

describeFieldTypeContract(int, {
  field: { properties: { default_value: 3 } },
  description: { default_value: 3, specific_properties: { maxchars: 0, size: 5, default_value: 3 } },
  presented: [],
  initial: 3,
})
