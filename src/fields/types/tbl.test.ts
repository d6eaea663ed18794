import { fieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { colours, people, teams } from '../../../test/kit/field-worlds.ts'
import { tbl } from './tbl.ts'

const head = { field_id: 500, label: 'Some field' }
const hint = 'Type in a search term'
const red = { id: 301, label: 'red', color: null, tlp_color: 'fiesta-red', is_hidden: false }

fieldTypeContract(tbl, {
  field: { bind: colours },
  settings: [[{ hint: 'Colours' }, { hint: 'Colours' }]],
  describes: {
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
  presents: [
    [
      ['b301', 'o12'],
      {
        ...head,
        bind_value_objects: [red, { id: 'o12', label: 'teal' }],
        bind_value_ids: ['red', 'teal'],
        bind_type: 'static',
        type: 'tbl',
      },
    ],
    [[], { ...head, bind_value_objects: [], bind_value_ids: [], bind_type: 'static', type: 'tbl' }],
    [undefined, undefined],
  ],
  flat: [
    [
      ['b301', 'o12'],
      ['red', 'teal'],
    ],
  ],
  reads: [
    ['<value format="id"><![CDATA[b301]]></value><value format="label"><![CDATA[teal]]></value>', ['b301', 'o12']],
    ['<value format="label">red</value>', ['b301']],
    ['<value/>', []],
    ['<value format="id">b999</value>', [], '"b999" is no value of the field some_field'],
  ],
  indexes: [
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

fieldTypeContract(tbl, {
  field: { bind: { ...people, defaults: [] } as never },
  describes: {
    values: { resource: { type: 'users', uri: 'users/?query=' } },
    bindings: { type: 'users', list: [{ id: 3, label: 'project_members' }] },
    default_value: [],
    specific_properties: { hint },
    extra: { hint },
  },
  presents: [
    [
      ['o12'],
      {
        ...head,
        bind_value_objects: [{ id: 'o12', label: 'teal' }],
        bind_value_ids: ['teal'],
        bind_type: 'users',
        type: 'tbl',
      },
    ],
  ],
  flat: [[['b104'], ['Ole Berg (ole)']]],
  reads: [
    ['<value format="username">ole</value>', ['b104']],
    ['<value format="username">None</value>', []],
    // Who has no account here is kept as what was typed.
    ['<value format="username">teal</value>', ['o12']],
  ],
})

fieldTypeContract(tbl, {
  field: { bind: { ...teams, values: [] } as never },
  describes: {
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
  presents: [[undefined, undefined]],
})
