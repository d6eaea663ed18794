import { fieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { int } from './int.ts'

fieldTypeContract(int, {
  settings: [
    [
      { size: '5', default_value: '3' },
      { maxchars: 0, size: 5, default_value: 3 },
    ],
  ],
  describes: { default_value: null, specific_properties: { maxchars: 0, size: 5, default_value: null } },
  presents: [
    [42, { field_id: 500, type: 'int', label: 'Some field', value: 42 }],
    [null, { field_id: 500, type: 'int', label: 'Some field', value: null }],
    [undefined, undefined],
  ],
  flat: [
    [0, 0],
    [undefined, null],
  ],
  reads: [
    ['<value><![CDATA[-5]]></value>', -5],
    ['<value/>', null],
    ['<value>3.5</value>', undefined, '"3.5" is not a number for the field some_field'],
  ],
  indexes: [
    [0, [{ family: 'number', value: 0 }]],
    [null, []],
  ],
  same: [[null, undefined]],
  differs: [[0, null]],
})
