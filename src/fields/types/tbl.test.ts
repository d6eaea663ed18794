import { describe, expect, it } from 'vitest'
import { colorBind, createField, groupBind, userBind, writeContext } from '../../../test/kit/field-fixture.ts'
import { describeFieldTypeContract, type ValueExample } from '../../../test/kit/field-type-contract.ts'
import { createEmptyWriteNeeds } from '../contexts/write-context.ts'
import { tbl } from './tbl.ts'

const head = { field_id: 500, label: 'Some field' }
const hint = 'Type in a search term'
const red = { id: 301, label: 'red', color: null, tlp_color: 'fiesta-red', is_hidden: false }

const wants = (...bind_value_objects: readonly unknown[]) => ({ value: { bind_value_objects } })
const labelsExpected = "OpenList fields values must be passed as an array of labels (string) in 'bind_value_ids'"
const expected = (kind: string, properties: string) =>
  `OpenList ${kind} fields values should be passed as an object with at least one of the properties ${properties}`
const staticExpected = expected('static', '"id" or "label"')
const userExpected = expected('user', '"id", "username" or "email"')
const groupExpected = expected('static', '"id" or "short_name"')

describeFieldTypeContract(tbl, {
  field: { bind: colorBind },
  accepted: [
    [wants({ id: 301 }), ['b301']],
    [wants({ id: '302' }), ['b302']],
    [wants({ id: 'b302' }), ['b302']],
    [wants({ id: 301, label: 'another' }), ['b301']],
    [wants({ id: 12 }), ['o12']],
    [wants({ id: 'o12', label: 'teal' }), ['o12']],
    [wants({ label: 'teal' }), ['o12']],
    [wants({ label: ' violet ' }, { label: 'teal' }, { label: 'violet' }), ['o20', 'o12']],
    // docs/api/field-values.md §8: an object with a label is a new value, even next to a tracker value with the same
    // label.
    [wants({ label: 'red' }), ['o20']],
    [wants({ label: 'one, two' }), ['o20']],
    [wants({ id: 100 }), []],
    [wants(), []],
    [{ bind_value_ids: ['red', 'teal', 'pink'] }, ['b301', 'o12', 'o20']],
    [{ bind_value_ids: ['RED'] }, ['b301']],
    // An integer is the id of a value, unless a value has this label; a text is a label, even of digits.
    [{ bind_value_ids: [301, 12, 303, 999] }, ['b301', 'o12', 'b303', 'o20']],
    [{ bind_value_ids: ['301'] }, ['o20']],
    [{ bind_value_ids: [1.5] }, ['o20']],
    [{ bind_value_ids: ['', null, 100] }, []],
    [{ bind_value_ids: [] }, []],
    // Objects take precedence.
    [{ ...wants({ id: 301 }), bind_value_ids: ['teal'] }, ['b301']],
    [{ value: null, bind_value_ids: ['teal'] }, ['o12']],
    [{ bind_value_ids: null }, undefined],
    [{ value: null }, undefined],
    [{ value: { bind_value_objects: null } }, undefined],
    // Hidden values may be chosen.
    [wants({ id: 303 }), ['b303']],
    [{ bind_value_ids: ['blue'] }, ['b303']],
  ],
  rejected: [
    [wants({ label: 'x'.repeat(256) }), 'Some field can not contain more than 255 characters.'],
    [{ bind_value_ids: ['a\nb'] }, 'Some field can contain neiher carriage return nor null char.'],
    [{ bind_value_ids: ['a\u0000b'] }, 'Some field can contain neiher carriage return nor null char.'],
  ],
  aborted: [
    [{}, labelsExpected],
    [{ value: 'red' }, labelsExpected],
    [{ value: ['red'] }, labelsExpected],
    [{ bind_value_ids: [{ label: 'red' }] }, labelsExpected],
    [wants({ id: 9 }), 'Bind Value with ID 9 does not exist for field ID 500'],
    [wants({ id: 'o9' }), 'Bind Value with ID o9 does not exist for field ID 500'],
    [wants('red'), staticExpected],
    [wants({}), staticExpected],
    [wants({ label: '' }), staticExpected],
    [wants({ label: {} }), staticExpected],
    [{ bind_value_ids: Array.from({ length: 1001 }, () => 'x') }, 'Some field can not contain more than 1000 values.'],
  ],
  initial: ['b301'],
  empty: [undefined, []],
  filled: [['o12']],
  settings: [[{ hint: 'Colours' }, { hint: 'Colours' }]],
  description: {
    values: [
      { id: 301, label: 'red', is_hidden: false, value_color: 'fiesta-red' },
      { id: 302, label: 'green', is_hidden: false, value_color: '#00ff10' },
      { id: 303, label: 'blue', is_hidden: true, value_color: '' },
      { id: 'o12', value_color: '', label: 'teal', is_hidden: false },
    ],
    bindings: { type: 'static', list: [] },
    default_value: [{ id: 301, label: 'red' }],
    specific_properties: { hint },
    extra: { hint },
  },
  presented: [
    [
      ['b301', 'o12'],
      {
        ...head,
        values: [red, { id: 'o12', label: 'teal' }],
        bind_value_objects: [red, { id: 'o12', label: 'teal' }],
        bind_value_ids: ['red', 'teal'],
        bind_type: 'static',
        type: 'tbl',
      },
    ],
    [[], { ...head, values: [], bind_value_objects: [], bind_value_ids: [], bind_type: 'static', type: 'tbl' }],
    [undefined, undefined],
  ],
  flat: [
    [
      ['b301', 'o12'],
      ['red', 'teal'],
    ],
  ],
  archived: [
    ['<value format="id"><![CDATA[b301]]></value><value format="label"><![CDATA[teal]]></value>', ['b301', 'o12']],
    ['<value format="label">red</value>', ['b301']],
    ['<value/>', []],
    ['<value format="id">b999</value>', [], '"b999" is not a value of the field some_field'],
  ],
  indexed: [
    [
      ['b301', 'o12'],
      [
        { family: 'list', value: 301 },
        { family: 'open', value: 12 },
      ],
    ],
  ],
  same: [
    [
      ['b1', 'o2'],
      ['o2', 'b1'],
    ],
  ],
  differs: [[['b1'], ['o1']]],
})

describeFieldTypeContract(tbl, {
  field: { bind: { ...userBind, defaults: [] } as never },
  accepted: [
    [wants({ id: 103 }), ['b103']],
    [wants({ id: '103', username: 'ole' }), ['b103']],
    [wants({ username: 'Mira' }), ['b103']],
    [wants({ email: 'Mira@example.com' }), ['b103']],
    [wants({ email: 'someone@example.com' }), ['o20']],
    [wants({ id: 'o12' }), ['o12']],
    [{ bind_value_ids: [103] }, ['b103']],
    [{ bind_value_ids: ['ole', 'mira@example.com', 'new@example.com'] }, ['b104', 'b103', 'o20']],
    // As they are returned.
    [{ bind_value_ids: ['Mira Sol (mira)', 'ole (Ole Berg)'] }, ['b103', 'b104']],
    [{ bind_value_ids: ['Gone Away (gone)'] }, ['b105'], ['b105']],
    [wants({ id: 105 }), ['b105'], ['b105']],
    [wants({ username: 'gone' }), ['b105'], ['b105']],
    // Deleted users are shown by their email address.
    [wants({ email: 'gone@example.com' }), ['o20']],
  ],
  rejected: [
    [wants({ email: 'not an address' }), 'Some field contains a value which is not a login or an email.'],
    [{ bind_value_ids: ['103'] }, 'Some field contains a value which is not a login or an email.'],
    [{ bind_value_ids: [9] }, 'Some field contains a value which is not a login or an email.'],
    ...['eve', 'Mira (mira)', 'Gone Away (gone)', '(mira)', 'mira (Ole Berg)'].map(
      (label) =>
        [{ bind_value_ids: [label] }, 'Some field contains a value which is not a login or an email.'] as const,
    ),
  ],
  aborted: [
    [wants({ id: 9 }), 'Cannot Bind to user with ID 9 for field ID 500'],
    [wants({ id: 105 }), 'Cannot Bind to user with ID 105 for field ID 500'],
    [wants({ username: 'bob' }), 'Cannot Bind to user "bob" for field ID 500'],
    [wants({ label: 'mira' }), userExpected],
  ],
  initial: [],
  description: {
    values: [
      expect.objectContaining({ id: 103, label: 'mira' }),
      expect.objectContaining({ id: 104, label: 'ole' }),
    ] as never,
    bindings: { type: 'users', list: [{ id: 3, label: 'project_members' }] },
    default_value: [],
    specific_properties: { hint },
    extra: { hint },
  },
  presented: [
    [
      ['o12'],
      {
        ...head,
        values: [{ id: 'o12', label: 'teal' }],
        bind_value_objects: [{ id: 'o12', label: 'teal' }],
        bind_value_ids: ['teal'],
        bind_type: 'users',
        type: 'tbl',
      },
    ],
  ],
  flat: [[['b104'], ['Ole Berg (ole)']]],
  archived: [
    ['<value format="username">ole</value>', ['b104']],
    ['<value format="username">None</value>', []],
    // A reference to a user without an account becomes a new value.
    ['<value format="username">teal</value>', ['o12']],
  ],
})

describeFieldTypeContract(tbl, {
  field: { bind: { ...groupBind, values: [] } as never },
  accepted: [
    [wants({ id: 'o12' }), ['o12']],
    [wants({ id: '118_3' }), ['o20']],
    [wants({ id: 205 }, { short_name: 'Developers' }), ['o20']],
    [wants({ short_name: 'project_members' }), ['o20']],
    [{ bind_value_ids: ['Developers', 'Project members'] }, ['o20', 'o21']],
    [{ bind_value_ids: [205, 3] }, ['o20', 'o21']],
  ],
  rejected: [[{ bind_value_ids: ['Strangers'] }, 'Some field contains a value which is not a user group.']],
  aborted: [
    [wants({ id: 9 }), 'User Group with ID 9 does not exist for field ID 500'],
    [wants({ id: '119_3' }), 'User Group with ID 119_3 does not exist for field ID 500'],
    [wants({ short_name: 'x' }), 'User Group with short_name x does not exist for field ID 500'],
    [wants({ label: 'Developers' }), groupExpected],
  ],
  initial: [],
  description: {
    values: [
      {
        id: '118_3',
        uri: 'user_groups/118_3',
        label: 'Project members',
        users_uri: 'user_groups/118_3/users',
        short_name: 'project_members',
        key: 'ugroup_project_members_name_key',
      },
      {
        id: '118_4',
        uri: 'user_groups/118_4',
        label: 'Project administrators',
        users_uri: 'user_groups/118_4/users',
        short_name: 'project_admins',
        key: 'ugroup_project_admins_name_key',
      },
      {
        id: '5',
        uri: 'user_groups/5',
        label: 'Registered and restricted users',
        users_uri: 'user_groups/5/users',
        short_name: 'authenticated_users',
        key: 'ugroup_authenticated_users_name_key',
      },
      {
        id: '118_11',
        uri: 'user_groups/118_11',
        label: 'file_manager_admins',
        users_uri: 'user_groups/118_11/users',
        short_name: 'file_manager_admins',
        key: 'ugroup_file_manager_admin_name_key',
      },
      {
        id: '118_14',
        uri: 'user_groups/118_14',
        label: 'Wiki administrators',
        users_uri: 'user_groups/118_14/users',
        short_name: 'wiki_admins',
        key: 'ugroup_wiki_admin_name_key',
      },
      {
        id: '205',
        uri: 'user_groups/205',
        label: 'Developers',
        users_uri: 'user_groups/205/users',
        short_name: 'Developers',
        key: 'Developers',
      },
    ],
    bindings: { type: 'ugroups', list: [] },
    default_value: [],
    specific_properties: { hint },
    extra: { hint },
  },
  presented: [[undefined, undefined]],
})

describe('an open list of groups', () => {
  const field = createField('tbl', { bind: groupBind })
  const take = (input: ValueExample) => {
    const needs = createEmptyWriteNeeds()
    const entry = { field_id: 500, ...input }
    tbl.input?.collectNeeds?.(entry, field, needs)
    return tbl.input?.parse(entry, field, writeContext(needs))
  }

  it.each([{ id: '118_3' }, { id: 3 }, { short_name: 'project_members' }])('accepts a bind value as %j', (input) =>
    expect(take(wants(input))).toStrictEqual(['b301']),
  )
  it.each([[3], [301]])('accepts a bind value as the integer %i', (id) =>
    expect(take({ bind_value_ids: [id] })).toStrictEqual(['b301']),
  )
  it('creates no new value for a group of the bind', () => {
    const needs = createEmptyWriteNeeds()
    tbl.input?.collectNeeds?.({ field_id: 500, ...wants({ id: 3 }, { short_name: 'project_members' }) }, field, needs)
    expect([needs.openLabels.size, needs.openGroups.size]).toStrictEqual([0, 0])
  })
})
