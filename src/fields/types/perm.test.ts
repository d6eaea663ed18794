import { fieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { perm } from './perm.ts'

const id = (n: number) => n as never
const head = { field_id: 500, label: 'Some field', type: 'perm' }
const reference = (restId: string, label: string, short_name: string, key: string) => ({
  id: restId,
  uri: `user_groups/${restId}`,
  label,
  users_uri: `user_groups/${restId}/users`,
  short_name,
  key,
})

fieldTypeContract(perm, {
  describes: {
    values: {
      is_used_by_default: false,
      ugroup_representations: [
        reference('1', 'Anonymous', 'all_users', 'ugroup_anonymous_users_name_key'),
        reference('2', 'Registered users', 'registered_users', 'ugroup_registered_users_name_key'),
        reference('118_3', 'Project members', 'project_members', 'ugroup_project_members_name_key'),
        reference('118_4', 'Project administrators', 'project_admins', 'ugroup_project_admins_name_key'),
        reference('205', 'Developers', 'Developers', 'Developers'),
      ],
    },
  },
  presents: [
    [
      [id(3), id(205)],
      { ...head, granted_groups: ['project_members', 'Developers'], granted_groups_ids: ['118_3', '205'] },
    ],
    [null, { ...head, granted_groups: [], granted_groups_ids: [] }],
    [undefined, undefined],
  ],
  reads: [
    ['<field_change use_perm="1"><ugroup ugroup_name="ugroup_project_members_name_key"/></field_change>', [id(3)]],
    ['<field_change use_perm="0"><ugroup ugroup_name="Developers"/></field_change>', null],
    // Of a restriction to unknown people the restriction stays.
    [
      '<field_change use_perm="1"><ugroup ugroup_name="Unknown"/></field_change>',
      [id(100)],
      'There is no such user group for the field some_field',
    ],
  ],
  same: [
    [null, undefined],
    [
      [id(3), id(4)],
      [id(4), id(3)],
    ],
  ],
  differs: [[null, []]],
})
