import { fieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { burnup } from './burnup.ts'
import { column } from './column.ts'
import { encrypted } from './encrypted.ts'
import { fieldset } from './fieldset.ts'
import { linebreak } from './linebreak.ts'
import { separator } from './separator.ts'
import { shared } from './shared.ts'
import { staticrichtext } from './staticrichtext.ts'
import { ttmstepexec } from './ttmstepexec.ts'

for (const type of [burnup, column, fieldset, linebreak, separator, shared, ttmstepexec]) {
  fieldTypeContract(type, { presents: [[undefined, undefined]] })
}

fieldTypeContract(staticrichtext, {
  field: { properties: { static_value: '<p onclick="x">All fields</p>\r\n' } },
  settings: [[{ static_value: '<p>x</p>' }, { static_value: '<p>x</p>' }]],
  describes: {
    default_value: '<p>All fields</p>\n',
    specific_properties: { static_value: '<p onclick="x">All fields</p>\r\n' },
  },
  presents: [[undefined, undefined]],
})

fieldTypeContract(encrypted, {
  presents: [
    ['c2VjcmV0', { field_id: 500, type: 'Encrypted', label: 'Some field', value: 'c2VjcmV0' }],
    [undefined, undefined],
  ],
})
