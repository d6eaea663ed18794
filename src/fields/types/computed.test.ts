import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { computed } from './computed.ts'

const howToWrite =
  'Expected format for a computed field  : {"field_id" : 15458, "manual_value" : 12} or {"field_id" : 15458, "is_autocomputed" : true}'
const head = { field_id: 500, type: 'computed', label: 'Some field' }

describeFieldTypeContract(computed, {
  settings: [[{ default_value: '5' }, { default_value: 5 }]],
  description: { specific_properties: { target_field_name: 'some_field', default_value: null } },
  presented: [
    [undefined, { ...head, is_autocomputed: true, value: 33, manual_value: null }],
    [12.5, { ...head, is_autocomputed: false, value: 33, manual_value: 12.5 }],
  ],
  flat: [
    [0, 0],
    [null, 33],
  ],
  archived: [
    ['<manual_value><![CDATA[5]]></manual_value>', 5],
    ['<is_autocomputed>1</is_autocomputed>', null],
    ['<manual_value>much</manual_value>', undefined, '"much" is not a number for the field some_field'],
  ],
  accepted: [
    [{ manual_value: 12.5 }, 12.5],
    [{ manual_value: '12.5' }, 12.5],
    [{ manual_value: 0, is_autocomputed: false }, 0],
    [{ is_autocomputed: true }, null],
    [{ is_autocomputed: true, manual_value: '' }, null],
    [{ is_autocomputed: true, manual_value: 5 }, 5],
    [{ value: null }, undefined],
    [{}, undefined],
  ],
  rejected: [
    [{ manual_value: 'abc' }, 'Some field is not a float.'],
    [{ manual_value: [1] }, 'Some field is not a float.'],
    [{ manual_value: '1e999' }, 'Some field is not a float.'],
  ],
  aborted: [
    [{ value: 5 }, howToWrite],
    [{ value: 33, manual_value: 5 }, howToWrite],
    [{ is_autocomputed: false }, howToWrite],
    [{ is_autocomputed: false, manual_value: null }, howToWrite],
  ],
  filled: [0],
  same: [[null, undefined]],
  differs: [[0, null]],
})

describeFieldTypeContract(computed, {
  field: { properties: { default_value: 2.5 } },
  description: {
    default_value: { type: 'manual_value', value: 2.5 },
    specific_properties: { target_field_name: 'some_field', default_value: 2.5 },
  },
  presented: [],
  initial: 2.5,
})
