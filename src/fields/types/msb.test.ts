import { colorBind } from '../../../test/kit/field-fixture.ts'
import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { cb } from './cb.ts'
import { msb } from './msb.ts'
import { rb } from './rb.ts'

const bind = { ...colorBind, isAlphabetical: true }
const description = {
  values: [
    { id: 303, label: 'blue', is_hidden: true, value_color: '' },
    { id: 302, label: 'green', is_hidden: false, value_color: '#00ff10' },
    { id: 301, label: 'red', is_hidden: false, value_color: 'fiesta-red' },
  ],
  bindings: { type: 'static' as const, list: [] },
  default_value: [{ id: 301, label: 'red' }],
}
const blueAndRed = [
  { id: 303, label: 'blue', color: null, tlp_color: null, is_hidden: true },
  { id: 301, label: 'red', color: null, tlp_color: 'fiesta-red', is_hidden: false },
]
const entry = (type: string, values: object[], ids: number[]) => ({
  field_id: 500,
  label: 'Some field',
  type,
  values,
  bind_value_ids: ids,
})

const severalExpected =
  'List fields values must be passed as an array of ids (integer) in \'bind_value_ids\' Example: {"field_id": 1548, "bind_value_ids": [457]}'

describeFieldTypeContract(msb, {
  field: { bind },
  accepted: [
    [{ bind_value_ids: [302, 301, '302'] }, [302, 301]],
    [{ bind_value_ids: [100, 302] }, [302]],
    [{ bind_value_ids: [] }, []],
    [{ bind_value_ids: [303, 301] }, [303, 301], [303]],
    [{ bind_value_ids: null }, undefined],
  ],
  aborted: [
    [{}, severalExpected],
    [{ bind_value_ids: [301, 9] }, 'The submitted value 9 is invalid'],
  ],
  initial: [301],
  empty: [undefined, []],
  filled: [[301]],
  settings: [[{}, { size: 7 }]],
  description: { ...description, specific_properties: { size: 7 } },
  presented: [[[303, 301], entry('msb', blueAndRed, [303, 301])]],
  archived: [
    ['<value format="id">301</value><value format="id">303</value><value format="id">301</value>', [301, 303]],
  ],
  indexed: [
    [
      [301, 303],
      [
        { family: 'list', value: 301 },
        { family: 'list', value: 303 },
      ],
    ],
  ],
  same: [
    [
      [301, 303],
      [303, 301],
    ],
  ],
  differs: [[[301], [301, 303]]],
})

describeFieldTypeContract(cb, {
  field: { bind },
  accepted: [
    [{ bind_value_ids: [302, 301, '302'] }, [302, 301]],
    [{ bind_value_ids: [100, 302] }, [302]],
    [{ bind_value_ids: [] }, []],
    [{ bind_value_ids: [303, 301] }, [303, 301], [303]],
    [{ bind_value_ids: null }, undefined],
  ],
  aborted: [
    [{}, severalExpected],
    [{ bind_value_ids: [301, 9] }, 'The submitted value 9 is invalid'],
  ],
  initial: [301],
  empty: [undefined, []],
  filled: [[301]],
  description,
  presented: [[[303, 301], entry('cb', blueAndRed, [303, 301])]],
  archived: [['<value format="id">303</value><value format="id">301</value>', [303, 301]]],
})

describeFieldTypeContract(rb, {
  field: { bind },
  accepted: [[{ bind_value_ids: [302] }, [302]]],
  aborted: [[{ bind_value_ids: [301, 302] }, 'Selectbox fields can only have one value']],
  initial: [301],
  description,
  // A deleted value is not shown.
  presented: [[[999], entry('rb', [], [])]],
})
