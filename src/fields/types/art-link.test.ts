import { fieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { bugs } from '../../../test/kit/field-worlds.ts'
import { artLink } from './art-link.ts'

const parent = { id: 751, uri: 'artifacts/751', tracker: bugs, type: '_is_child' }

fieldTypeContract(artLink, {
  describes: {
    specific_properties: { can_edit_reverse_links: 1 },
    extra: { allowed_types: [{ shortname: '_is_child', forward_label: 'Child', reverse_label: 'Parent' }] },
  },
  presents: [
    [
      // 999 is not seen by the viewer.
      [
        { id: 750, type: '' },
        { id: 999, type: '' },
      ],
      {
        field_id: 500,
        label: 'Some field',
        type: 'art_link',
        links: [{ id: 750, uri: 'artifacts/750', tracker: bugs, type: null }],
        reverse_links: [parent],
      },
    ],
    [undefined, { field_id: 500, label: 'Some field', type: 'art_link', links: [], reverse_links: [parent] }],
  ],
  reads: [
    [
      '<value nature="_is_child"><![CDATA[10]]></value><value nature="">11</value>',
      [
        { id: 750, type: '_is_child' },
        { id: 751, type: '' },
      ],
    ],
    ['', []],
    ['<value>77</value>', [], 'There is no artifact "77" for the field some_field'],
    [
      '<value nature="odd">10</value>',
      [{ id: 750, type: '' }],
      'There is no type of link "odd": the link is kept without type',
    ],
  ],
  indexes: [
    [[{ id: 750, type: '_is_child' }], [{ family: 'link', value: 750 as never, type: '_is_child', position: 0 }]],
  ],
  same: [[[], undefined]],
  differs: [[[{ id: 1, type: '' }], [{ id: 1, type: '_is_child' }]]],
})
