import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { float } from './float.ts'

describeFieldTypeContract(float, {
  settings: [
    [
      { maxchars: '5', default_value: '0.0000' },
      { maxchars: 5, size: 5, default_value: 0 },
    ],
    [{ default_value: 'much' }, { maxchars: 0, size: 5, default_value: null }],
  ],
  description: { default_value: null, specific_properties: { maxchars: 0, size: 5, default_value: null } },
  presented: [
    [3.14, { field_id: 500, type: 'float', label: 'Some field', value: 3.14 }],
    [null, { field_id: 500, type: 'float', label: 'Some field', value: null }],
  ],
  flat: [[2, 2]],
  archived: [
    ['<value><![CDATA[5.2500]]></value>', 5.25],
    ['<value>1e3</value>', 1000],
    ['<value>1e999</value>', undefined, '"1e999" is not a number for the field some_field'],
    ['<value>1,5</value>', undefined, '"1,5" is not a number for the field some_field'],
  ],
  indexed: [[1.5, [{ family: 'number', value: 1.5 }]]],
  accepted: [
    [{ value: 3.14 }, 3.14],
    [{ value: '2.5' }, 2.5],
    [{ value: 2 }, 2],
    [{ value: '-1e-3' }, -0.001],
    [{ value: 1e21 }, 1e21],
    [{ value: 1e-7 }, 1e-7],
    [{ value: '-0.0' }, 0],
    [{ value: '' }, null],
    [{ value: null }, undefined],
  ],
  rejected: [
    [{ value: 'abc' }, 'Some field is not a float.'],
    [{ value: '.5' }, 'Some field is not a float.'],
    [{ value: '5.' }, 'Some field is not a float.'],
    [{ value: '1,5' }, 'Some field is not a float.'],
    [{ value: 'NaN' }, 'Some field is not a float.'],
    [{ value: '1e999' }, 'Some field is not a float.'],
    [{ value: Number.POSITIVE_INFINITY }, 'Some field is not a float.'],
    [{ value: false }, 'Some field is not a float.'],
    [{ value: { value: 1 } }, 'Some field is not a float.'],
  ],
  aborted: [[{}, 'Expected format for field 500 : {"field_id" : 15458, "value" : some_value']],
  empty: [null, undefined],
  filled: [0],
  differs: [[1, 1.5]],
})
