import { expect, it } from 'vitest'
import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { burnup } from './burnup.ts'
import { column } from './column.ts'
import { encrypted } from './encrypted.ts'
import { fieldset } from './fieldset.ts'
import { linebreak } from './linebreak.ts'
import { separator } from './separator.ts'
import { shared } from './shared.ts'
import { staticrichtext } from './staticrichtext.ts'
import { ttmstepexec } from './ttmstepexec.ts'

const refusesValues = {
  accepted: [[{ value: null }, undefined]],
  refused: [[{ value: 5 }, 'You are not allowed to update the field Some field.']],
  stopped: [[{}, 'Expected format for field 500 : {"field_id" : 15458, "value" : some_value']],
} as const

for (const type of [column, fieldset, linebreak, separator]) {
  describeFieldTypeContract(type, { presented: [[undefined, undefined]] })
  it(`a ${type.type} accepts no input`, () => expect(type.input).toBeUndefined())
}

for (const type of [burnup, shared, ttmstepexec]) {
  describeFieldTypeContract(type, { presented: [[undefined, undefined]], ...refusesValues })
}

describeFieldTypeContract(staticrichtext, {
  field: { properties: { static_value: '<p onclick="x">All fields</p>\r\n' } },
  settings: [[{ static_value: '<p>x</p>' }, { static_value: '<p>x</p>' }]],
  description: {
    default_value: '<p>All fields</p>\n',
    specific_properties: { static_value: '<p onclick="x">All fields</p>\r\n' },
  },
  presented: [[undefined, undefined]],
})

describeFieldTypeContract(encrypted, {
  presented: [
    ['c2VjcmV0', { field_id: 500, type: 'Encrypted', label: 'Some field', value: 'c2VjcmV0' }],
    [undefined, undefined],
  ],
  accepted: [
    [{ value: 'c2VjcmV0' }, 'c2VjcmV0', 'c2VjcmV0'],
    [{ value: '' }, '', 'c2VjcmV0'],
    [{ value: null }, undefined, 'c2VjcmV0'],
  ],
  rejected: [
    [{ value: 'my secret' }, 'Some field can not be encrypted: the tracker has no public key.', 'c2VjcmV0'],
    [{ value: 5 }, 'Some field is not a string.'],
  ],
  aborted: [[{}, 'Expected format for field 500 : {"field_id" : 15458, "value" : some_value']],
  empty: ['', undefined],
  filled: ['c2VjcmV0'],
})
