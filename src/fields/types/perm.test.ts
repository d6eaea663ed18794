import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
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

const grants = (...granted_groups: readonly unknown[]) => ({ value: { granted_groups } })
const objectExpected =
  'Permission field values must be passed as an array of ugroup ids e.g. "value" : {"granted_groups" : [158, "142_3"]}'
const arrayExpected = "'granted_groups' must be an array. E.g. [2, '124_3']"

describeFieldTypeContract(perm, {
  accepted: [
    [grants('118_3', 205), [id(3), id(205)]],
    [grants('205', 3, '118_205', 2), [id(205), id(3), id(2)]],
    [grants(100), [id(100)]],
    [grants(), null],
    [{ value: { granted_groups: [], is_used_by_default: false } }, null],
    [{ value: { granted_groups: ['118_4'], is_used_by_default: true } }, [id(4)]],
    [{ value: null }, undefined],
  ],
  rejected: [
    [
      { value: { granted_groups: [], is_used_by_default: true } },
      'Permission field is required please choose a group in list',
    ],
  ],
  aborted: [
    [{}, objectExpected],
    [{ value: '118_3' }, objectExpected],
    [{ value: [3] }, objectExpected],
    [{ value: {} }, arrayExpected],
    [{ value: { granted_groups: '118_3' } }, arrayExpected],
    [{ value: { granted_groups_ids: ['118_3'] } }, arrayExpected],
    [grants('142_3'), 'Invalid value "142_3" for field 500'],
    [grants(999), 'Invalid value "999" for field 500'],
    [grants(7), 'Invalid value "7" for field 500'],
    [grants('x'), 'Invalid ID format(x)'],
    [grants(null), 'Invalid ID format(null)'],
    [grants({}), 'Invalid ID format({})'],
  ],
  empty: [undefined, null, []],
  filled: [[id(3)]],
  description: {
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
  presented: [
    [
      [id(3), id(205)],
      { ...head, granted_groups: ['project_members', 'Developers'], granted_groups_ids: ['118_3', '205'] },
    ],
    [null, { ...head, granted_groups: [], granted_groups_ids: [] }],
    [undefined, undefined],
  ],
  archived: [
    ['<field_change use_perm="1"><ugroup ugroup_name="ugroup_project_members_name_key"/></field_change>', [id(3)]],
    ['<field_change use_perm="0"><ugroup ugroup_name="Developers"/></field_change>', null],
    // A restriction to unknown groups stays a restriction.
    [
      '<field_change use_perm="1"><ugroup ugroup_name="Unknown"/></field_change>',
      [id(4)],
      'User group not found for the field some_field',
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
