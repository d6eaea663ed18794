import { fieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { colours, people, teams } from '../../../test/kit/field-worlds.ts'
import { sb } from './sb.ts'

const head = { field_id: 500, label: 'Some field', type: 'sb' }
const members = {
  id: '118_3',
  uri: 'user_groups/118_3',
  label: 'Project members',
  users_uri: 'user_groups/118_3/users',
  short_name: 'project_members',
  key: 'ugroup_project_members_name_key',
}
const developers = {
  id: '205',
  uri: 'user_groups/205',
  label: 'Developers',
  users_uri: 'user_groups/205/users',
  short_name: 'Developers',
  key: 'Developers',
}
const avatar = 'https://tracker.example/themes/common/images/avatar_default.png'
const pictureOf = (login: string) => `https://tracker.example/users/${login}/avatar.png`
const ole = {
  id: 104,
  uri: 'users/104',
  user_url: '/users/ole',
  real_name: 'Ole Berg',
  display_name: 'Ole Berg (ole)',
  username: 'ole',
  ldap_id: null,
  avatar_url: pictureOf('ole'),
  is_anonymous: false,
  has_avatar: true,
  email: 'ole@example.com',
  status: 'A',
}
const nobody = {
  id: null,
  uri: null,
  user_url: null,
  real_name: null,
  display_name: 'Anonymous user',
  username: null,
  ldap_id: null,
  avatar_url: avatar,
  is_anonymous: true,
  has_avatar: true,
  email: null,
  status: null,
}

fieldTypeContract(sb, {
  field: { bind: colours },
  describes: {
    values: [
      { id: 301, label: 'red', is_hidden: false, value_color: 'fiesta-red' },
      { id: 302, label: 'green', is_hidden: false, value_color: '#00ff10' },
      { id: 303, label: 'blue', is_hidden: true, value_color: '' },
    ],
    bindings: { type: 'static', list: [] },
    default_value: [{ id: 301, label: 'red' }],
  },
  presents: [
    [
      [301],
      {
        ...head,
        values: [{ id: 301, label: 'red', color: null, tlp_color: 'fiesta-red', is_hidden: false }],
        bind_value_ids: [301],
      },
    ],
    [
      [302],
      {
        ...head,
        values: [{ id: 302, label: 'green', color: { r: 0, g: 255, b: 16 }, tlp_color: null, is_hidden: false }],
        bind_value_ids: [302],
      },
    ],
    [[], { ...head, values: [], bind_value_ids: [] }],
    [undefined, undefined],
  ],
  flat: [
    [[301], ['red']],
    [undefined, []],
  ],
  reads: [
    ['<value format="id"><![CDATA[302]]></value>', [302]],
    ['<value format="id">V303</value>', [303]],
    ['<value>green</value>', [302]],
    ['<value>violet</value>', []],
    ['<value/>', []],
    ['<value format="id">999</value>', [], '"999" is no value of the field some_field'],
    [
      '<value format="id">301</value><value format="id">302</value>',
      [301],
      'The field some_field takes one value, the first is kept',
    ],
  ],
  indexes: [
    [[301], [{ family: 'list', value: 301 }]],
    [[], []],
  ],
  same: [[[], undefined]],
  differs: [[[301], [302]]],
})

fieldTypeContract(sb, {
  field: { bind: people },
  describes: {
    // Sorted by login, without the suspended account.
    values: [
      {
        id: 103,
        label: 'mira',
        user_reference: {
          id: 103,
          uri: 'users/103',
          real_name: 'Mira Sol (mira)',
          username: 'mira',
          avatar_url: pictureOf('mira'),
        },
      },
      {
        id: 104,
        label: 'ole',
        user_reference: {
          id: 104,
          uri: 'users/104',
          real_name: 'Ole Berg (ole)',
          username: 'ole',
          avatar_url: pictureOf('ole'),
        },
      },
    ],
    bindings: { type: 'users', list: [{ id: 3, label: 'project_members' }] },
    default_value: [ole],
  },
  presents: [
    [[104], { ...head, values: [ole], bind_value_ids: [104] }],
    [[], { ...head, values: [nobody], bind_value_ids: [100] }],
  ],
  flat: [[[104], ['Ole Berg (ole)']]],
  reads: [
    ['<value format="username">ole</value>', [104]],
    ['<value format="username">None</value>', []],
    ['<value format="username">eve</value>', [], '"eve" is no value of the field some_field'],
  ],
})

fieldTypeContract(sb, {
  field: { bind: teams },
  describes: {
    values: [
      { id: 301, label: 'ugroup_project_members_name_key', ugroup_reference: members },
      { id: 302, label: 'Developers', ugroup_reference: developers },
    ],
    bindings: { type: 'ugroups', list: [] },
    default_value: [members],
  },
  presents: [
    [[302], { ...head, values: [developers], bind_value_ids: ['205'] }],
    [[], { ...head, values: [], bind_value_ids: [] }],
  ],
  flat: [[[301], ['Project members']]],
  reads: [
    ['<value format="id"><![CDATA[301]]></value>', [301]],
    ['<value>Developers</value>', [302]],
  ],
})
