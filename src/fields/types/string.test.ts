import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { string } from './string.ts'

describeFieldTypeContract(string, {
  settings: [
    [{}, { maxchars: 0, size: 30, default_value: '' }],
    [
      { maxchars: '150', size: 'wide', default_value: '007' },
      { maxchars: 150, size: 30, default_value: '007' },
    ],
  ],
  description: { default_value: '', specific_properties: { maxchars: 0, size: 30, default_value: '' } },
  presented: [
    ['Crane stops', { field_id: 500, type: 'string', label: 'Some field', value: 'Crane stops' }],
    ['', { field_id: 500, type: 'string', label: 'Some field', value: '' }],
    [undefined, undefined],
  ],
  flat: [['Crane', 'Crane']],
  archived: [
    ['<value><![CDATA[ 007 <x>]]></value>', ' 007 <x>'],
    ['<value/>', ''],
    ['', ''],
  ],
  accepted: [
    [{ value: ' Crane <b> ' }, ' Crane <b> '],
    [{ value: '' }, ''],
    [{ value: '007' }, '007'],
    [{ value: '😀'.repeat(10) }, '😀'.repeat(10)],
    [{ value: null }, undefined],
    [{ value: 'x'.repeat(65_535) }, 'x'.repeat(65_535)],
  ],
  rejected: [
    [{ value: 12 }, 'Some field is not a string.'],
    [{ value: true }, 'Some field is not a string.'],
    [{ value: ['a'] }, 'Some field is not a string.'],
    [{ value: { a: 1 } }, 'Some field is not a string.'],
    [{ value: 'a\nb' }, 'Some field can contain neiher carriage return nor null char.'],
    [{ value: 'a\rb' }, 'Some field can contain neiher carriage return nor null char.'],
    [{ value: 'a\0b' }, 'Some field can contain neiher carriage return nor null char.'],
    [{ value: 'é'.repeat(32_768) }, 'Some field can not contain more than 65535 characters.'],
  ],
  aborted: [
    [{}, 'Expected format for field 500 : {"field_id" : 15458, "value" : some_value'],
    [{ bind_value_ids: [1] }, 'Expected format for field 500 : {"field_id" : 15458, "value" : some_value'],
  ],
  initial: '',
  empty: ['', undefined],
  filled: ['  ', '0'],
  same: [['', undefined]],
  differs: [['a', 'A']],
})

describeFieldTypeContract(string, {
  field: { properties: { maxchars: 3, default_value: 'New' } },
  description: { default_value: 'New', specific_properties: { maxchars: 3, size: 30, default_value: 'New' } },
  presented: [],
  // Characters are code points, not units of UTF-16.
  accepted: [[{ value: '😀😀😀' }, '😀😀😀']],
  rejected: [[{ value: '😀😀😀😀' }, 'Some field can not contain more than 3 characters.']],
  initial: 'New',
})
