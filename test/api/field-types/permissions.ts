import type { Example, ExampleIds, FieldExamples } from '../../kit/wire-field-examples.ts'

const grantExample = (
  input: (at: ExampleIds) => readonly unknown[],
  ...groups: readonly (readonly [string, (at: ExampleIds) => string])[]
): Example => ({
  input: (at) => ({ value: { granted_groups: input(at) } }),
  output: (at) => ({
    granted_groups: groups.map(([name]) => name),
    granted_groups_ids: groups.map(([, id]) => id(at)),
  }),
})
const members = ['project_members', ({ project }: ExampleIds) => `${project}_3`] as const
const administrators = ['project_admins', ({ project }: ExampleIds) => `${project}_4`] as const
const painters = ['painters', (at: ExampleIds) => `${at.painters}`] as const
const allUsers = ['all_users', () => '1'] as const
const registered = ['registered_users', () => '2'] as const
const authenticated = ['authenticated_users', () => '5'] as const

const groupsExpected =
  'Permission field values must be passed as an array of ugroup ids e.g. "value" : {"granted_groups" : [158, "142_3"]}'

/** docs/api/field-values.md §11. */
export const permissions: readonly FieldExamples[] = [
  {
    name: 'access',
    before: grantExample(({ project }) => [`${project}_3`, `${project}_4`], members, administrators),
    accepted: [
      grantExample((at) => [at.painters], painters),
      grantExample((at) => [`${at.painters}`], painters),
      grantExample(({ project }) => [`${project}_3`], members),
      grantExample(() => [3], members),
      grantExample(() => ['3', 3], members),
      grantExample((at) => [`${at.project}_4`, at.painters], administrators, painters),
      grantExample(() => [1], allUsers),
      grantExample(() => [2], registered),
      grantExample(() => ['5'], authenticated),
      grantExample(() => []),
      {
        input: { value: { granted_groups: [3], is_used_by_default: true, granted_groups_ids: [4] } },
        output: grantExample(() => [], members).output,
      },
    ],
    rejected: [
      ...[{}, { value: [1] }, { value: 'x' }, { value: 3 }].map((input) => ({ input, message: groupsExpected })),
      { input: { value: null }, on: 'POST', message: groupsExpected },
      ...[{}, { granted_groups: '3' }, { granted_groups_ids: [3] }].map((value) => ({
        input: { value },
        message: `'granted_groups' must be an array. E.g. [2, '124_3']`,
      })),
      ...['9999_3', 9_999_999, 9, 0].map((id) => ({
        input: { value: { granted_groups: [id] } },
        message: ({ field }: ExampleIds) => `Invalid value "${id}" for field ${field}`,
      })),
      ...['project_members', '', -1].map((id) => ({
        input: { value: { granted_groups: [id] } },
        message: `Invalid ID format(${id})`,
      })),
      {
        input: { value: { granted_groups: [], is_used_by_default: true } },
        problem: 'Permission field is required please choose a group in list',
      },
    ],
    untouched: [{ value: null }, { value: { granted_groups: [4, 3] } }],
    empty: [{ value: { granted_groups: [] } }],
  },
]
