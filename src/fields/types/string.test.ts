import { fieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { string } from './string.ts'

fieldTypeContract(string, {
  settings: [
    [{}, { maxchars: 0, size: 30, default_value: '' }],
    [
      { maxchars: '150', size: 'wide', default_value: '007' },
      { maxchars: 150, size: 30, default_value: '007' },
    ],
  ],
  describes: { default_value: '', specific_properties: { maxchars: 0, size: 30, default_value: '' } },
  presents: [
    ['Crane stops', { field_id: 500, type: 'string', label: 'Some field', value: 'Crane stops' }],
    ['', { field_id: 500, type: 'string', label: 'Some field', value: '' }],
    [undefined, undefined],
  ],
  flat: [['Crane', 'Crane']],
  reads: [
    ['<value><![CDATA[ 007 <x>]]></value>', ' 007 <x>'],
    ['<value/>', ''],
    ['', ''],
  ],
  same: [['', undefined]],
  differs: [['a', 'A']],
})
