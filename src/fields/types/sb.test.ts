import { describe, expect, it } from 'vitest'
import { colorBind, createField, groupBind, userBind, writeContext } from '../../../test/kit/field-fixture.ts'
import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
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
const noUser = {
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

const oneExpected =
  'List fields values must be passed as an array of ids (integer) in \'bind_value_ids\' Expected format for field 500 : {"field_id": 1548, "bind_value_ids": [457]}'

describeFieldTypeContract(sb, {
  field: { bind: colorBind },
  accepted: [
    [{ bind_value_ids: [302] }, [302]],
    [{ bind_value_ids: ['302'] }, [302]],
    [{ bind_value_ids: [302, '302'] }, [302]],
    [{ bind_value_ids: [] }, []],
    [{ bind_value_ids: [0] }, []],
    [{ bind_value_ids: [null] }, []],
    [{ bind_value_ids: [''] }, []],
    [{ bind_value_ids: [100] }, []],
    [{ bind_value_ids: ['100'] }, []],
    // Tuleap looks up the first slot after filtering it out.
    [{ bind_value_ids: [0, 302] }, [302]],
    // The user did not change it.
    [{ bind_value_ids: null }, undefined],
    [{ value: null }, undefined],
    // Hidden values may be chosen.
    [{ bind_value_ids: [303] }, [303]],
    [{ bind_value_ids: [303] }, [303], [301]],
  ],
  aborted: [
    [{}, oneExpected],
    [{ value: 302 }, oneExpected],
    [{ bind_value_ids: [301, 302] }, 'Selectbox fields can only have one value'],
    [{ bind_value_ids: [9] }, 'The submitted value 9 is invalid'],
    [{ bind_value_ids: ['abc'] }, 'The submitted value abc is invalid'],
    [{ bind_value_ids: [302.5] }, 'The submitted value 302.5 is invalid'],
    [{ bind_value_ids: [-302] }, 'The submitted value -302 is invalid'],
    [{ bind_value_ids: [true] }, 'The submitted value true is invalid'],
    [{ bind_value_ids: [{ id: 302 }] }, 'The submitted value {"id":302} is invalid'],
    [{ bind_value_ids: ['1e400'] }, 'The submitted value 1e400 is invalid'],
  ],
  initial: [301],
  empty: [undefined, []],
  filled: [[301]],
  description: {
    values: [
      { id: 301, label: 'red', is_hidden: false, value_color: 'fiesta-red' },
      { id: 302, label: 'green', is_hidden: false, value_color: '#00ff10' },
      { id: 303, label: 'blue', is_hidden: true, value_color: '' },
    ],
    bindings: { type: 'static', list: [] },
    default_value: [{ id: 301, label: 'red' }],
  },
  presented: [
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
  archived: [
    ['<value format="id"><![CDATA[302]]></value>', [302]],
    ['<value format="id">V303</value>', [303]],
    ['<value>green</value>', [302]],
    ['<value>violet</value>', []],
    ['<value/>', []],
    ['<value format="id">999</value>', [], '"999" is not a value of the field some_field'],
    [
      '<value format="id">301</value><value format="id">302</value>',
      [301],
      'The field some_field accepts one value; only the first was imported',
    ],
  ],
  indexed: [
    [[301], [{ family: 'list', value: 301 }]],
    [[], []],
  ],
  same: [[[], undefined]],
  differs: [[[301], [302]]],
})

describeFieldTypeContract(sb, {
  field: { bind: userBind },
  accepted: [
    [{ bind_value_ids: [103] }, [103]],
    [{ bind_value_ids: ['104'] }, [104]],
    [{ bind_value_ids: [100] }, []],
    // A user who can no longer sign in stays where they are chosen.
    [{ bind_value_ids: [105] }, [105], [105]],
  ],
  aborted: [
    [{ bind_value_ids: [105] }, 'The submitted value 105 is invalid'],
    [{ bind_value_ids: [999] }, 'The submitted value 999 is invalid'],
    [{ bind_value_ids: ['mira'] }, 'The submitted value mira is invalid'],
    [{ bind_value_ids: [103, 104] }, 'Selectbox fields can only have one value'],
  ],
  initial: [104],
  description: {
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
  presented: [
    [[104], { ...head, values: [ole], bind_value_ids: [104] }],
    [[], { ...head, values: [noUser], bind_value_ids: [100] }],
  ],
  flat: [[[104], ['Ole Berg (ole)']]],
  archived: [
    ['<value format="username">ole</value>', [104]],
    ['<value format="username">None</value>', []],
    ['<value format="username">eve</value>', [], '"eve" is not a value of the field some_field'],
  ],
})

describeFieldTypeContract(sb, {
  field: { bind: groupBind },
  accepted: [
    // By the value of the tracker, and by every name of its group.
    [{ bind_value_ids: [302] }, [302]],
    [{ bind_value_ids: [205] }, [302]],
    [{ bind_value_ids: ['205'] }, [302]],
    [{ bind_value_ids: ['118_3'] }, [301]],
    [{ bind_value_ids: [3] }, [301]],
    [{ bind_value_ids: [3, '118_3', 301] }, [301]],
    [{ bind_value_ids: [100] }, []],
  ],
  aborted: [
    [{ bind_value_ids: ['119_3'] }, 'The submitted value 119_3 is invalid'],
    [{ bind_value_ids: [4] }, 'The submitted value 4 is invalid'],
    [{ bind_value_ids: ['Developers'] }, 'The submitted value Developers is invalid'],
  ],
  initial: [301],
  description: {
    values: [
      { id: 301, label: 'ugroup_project_members_name_key', ugroup_reference: members },
      { id: 302, label: 'Developers', ugroup_reference: developers },
    ],
    bindings: { type: 'ugroups', list: [] },
    default_value: [members],
  },
  presented: [
    [[302], { ...head, values: [developers], bind_value_ids: ['205'] }],
    [[], { ...head, values: [], bind_value_ids: [] }],
  ],
  flat: [[[301], ['Project members']]],
  archived: [
    ['<value format="id"><![CDATA[301]]></value>', [301]],
    ['<value>Developers</value>', [302]],
  ],
})

const otherDefaults = (...defaults: readonly number[]) =>
  ({
    ...colorBind,
    values: [301, 302, 303].map((id) => ({ ...colourOf(id), isDefault: defaults.includes(id) })),
  }) as never

const colourOf = (id: number) =>
  colorBind.kind === 'static' ? colorBind.values.find((value) => value.id === id) : undefined

describe('the initial value of a single-value list', () => {
  const begins = (bind: never) => sb.input?.initialValue?.(createField('sb', { bind }), writeContext())

  it('is its default', () => expect(begins(otherDefaults(302))).toStrictEqual([302]))
  it('is empty without a default', () => expect(begins(otherDefaults())).toStrictEqual([]))
  it('is empty with several defaults', () => expect(begins(otherDefaults(301, 302))).toStrictEqual([]))
  it('excludes a hidden default', () => expect(begins(otherDefaults(303))).toStrictEqual([]))
})
