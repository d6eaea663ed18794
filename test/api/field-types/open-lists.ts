import { expect } from 'vitest'
import {
  buildUserGroupRepresentation,
  buildUserRepresentation,
  type ExampleIds,
  type FieldExamples,
} from '../../kit/wire-field-examples.ts'

const labelsExpected = "OpenList fields values must be passed as an array of labels (string) in 'bind_value_ids'"
const objects = (...input: readonly unknown[]) => ({ value: { bind_value_objects: input } })
const texts = (...input: readonly unknown[]) => ({ bind_value_ids: input })

const openValue = (label: string) => ({ id: expect.stringMatching(/^o\d+$/), label })
const invalidForms = [{}, { value: 'red' }, { value: 5 }, { value: ['red'] }, { value: { bind_value_objects: 'red' } }]
const rejectedForms = [
  ...invalidForms.map((input) => ({ input, message: labelsExpected })),
  { input: { value: null }, on: 'POST' as const, message: labelsExpected },
  { input: { bind_value_ids: null }, on: 'POST' as const, message: labelsExpected },
  { input: texts(true), message: labelsExpected },
  { input: { bind_value_ids: 'red' }, message: 'Invalid value specified for `values[1][bind_value_ids]`' },
]
const untouched = [{ value: null }, { bind_value_ids: null }, { value: { bind_value_objects: null } }]
const emptyInputs = [objects(), texts(), texts(null), texts(''), texts(100), objects({ id: 100 })]
// In XML, 100 is a label like any other; only JSON has numbers.
const isJsonOnly = true

const colored = (at: ExampleIds, label: string) => ({
  id: at.value(label),
  label,
  color: null,
  tlp_color: label === 'red' ? 'fiesta-red' : null,
  is_hidden: label === 'grey',
})
const shown = (bind_type: string, ...values: readonly (readonly [value: object, label: string])[]) => ({
  values: values.map(([value]) => value),
  bind_value_objects: values.map(([value]) => value),
  bind_value_ids: values.map(([, label]) => label),
  bind_type,
})
const tags =
  (...labels: readonly string[]) =>
  (at: ExampleIds) =>
    shown(
      'static',
      ...labels.map(
        (label) =>
          [label.startsWith('~') ? openValue(label.slice(1)) : colored(at, label), label.replace('~', '')] as const,
      ),
    )
const openTags = (...labels: readonly string[]) => ({
  output: tags(...labels.map((label) => `~${label}`)),
  storedRows: { open: labels.map(() => expect.any(Number)) },
})
const boundTags = (...labels: readonly string[]) => ({
  output: tags(...labels),
  storedRows: (at: ExampleIds) => ({ list: labels.map((label) => at.value(label)) }),
})

/** Bound to static values (docs/api/field-values.md §8); `known` is an open value that exists already. */
const staticExamples: FieldExamples = {
  name: 'tags',
  element: () => ({
    bindings: { type: 'static' },
    values: [
      { id: 1, label: 'red', value_color: 'fiesta-red' },
      { id: 2, label: 'blue' },
      { id: 3, label: 'grey', is_hidden: true },
    ],
  }),
  before: { input: objects({ label: 'first' }), ...openTags('first') },
  accepted: [
    { input: (at) => objects({ id: at.value('red') }), ...boundTags('red') },
    { input: (at) => objects({ id: `${at.value('red')}` }), ...boundTags('red') },
    // A hidden value is offered to REST clients, so it may be chosen (docs/api/field-values.md §7).
    { input: (at) => objects({ id: at.value('grey') }), ...boundTags('grey') },
    { input: (at) => objects({ id: `b${at.value('red')}`, label: 'anything' }), ...boundTags('red') },
    {
      input: (at) => objects({ id: `o${at.openValue('known')}`, label: 'known' }),
      output: (at) => shown('static', [{ id: `o${at.openValue('known')}`, label: 'known' }, 'known']),
      storedRows: (at) => ({ open: [at.openValue('known')] }),
    },
    {
      input: (at) => objects({ id: at.openValue('known') }),
      output: tags('~known'),
      storedRows: (at) => ({ open: [at.openValue('known')] }),
    },
    {
      input: objects({ label: 'known' }),
      output: tags('~known'),
      storedRows: (at) => ({ open: [at.openValue('known')] }),
    },
    {
      input: (at) => objects({ id: at.value('red') }, { label: 'teal' }, { label: ' teal ' }),
      output: tags('red', '~teal'),
      storedRows: (at) => ({ list: [at.value('red')], open: [expect.any(Number)] }),
    },
    { input: texts('red', 'blue', 'red'), ...boundTags('red', 'blue') },
    { input: texts('RED'), ...boundTags('red') },
    { input: texts('new', 'known'), ...openTags('new', 'known') },
    // Not split at the comma.
    { input: texts('one, two'), ...openTags('one, two') },
    { input: texts('a <b> "c" & d'), ...openTags('a <b> "c" & d') },
    { input: texts('007', 176), ...openTags('007', '176') },
    // An open value although the bind has the same label.
    { input: objects({ label: 'red' }), ...openTags('red'), isMerged: true },
    { input: objects({ label: 5 }), ...openTags('5') },
    { input: texts('x'.repeat(255)), ...openTags('x'.repeat(255)) },
    // `bind_value_objects` has precedence.
    { input: { ...objects({ label: 'this' }), ...texts('not this') }, ...openTags('this') },
    ...emptyInputs.map((input) => ({ input, output: shown('static'), isJsonOnly })),
  ],
  rejected: [
    ...rejectedForms,
    ...['red', {}, { name: 'red' }, { label: '' }, null].map((each) => ({
      input: objects(each),
      message:
        'OpenList static fields values should be passed as an object with at least one of the properties "id" or "label"',
    })),
    ...[999_999, '999999', 'o999999', 'red'].map((id) => ({
      input: objects({ id }),
      message: (at: ExampleIds) => `Bind Value with ID ${id} does not exist for field ID ${at.field}`,
    })),
    { input: texts('x'.repeat(256)), problem: 'Label of tags can not contain more than 255 characters.' },
    { input: texts('a\nb'), problem: 'Label of tags can contain neiher carriage return nor null char.' },
    {
      input: texts(...Array.from({ length: 1001 }, (_, n) => `${n}`)),
      message: 'Label of tags can not contain more than 1000 values.',
    },
  ],
  untouched: [...untouched, texts('first'), texts(' first ', 'first')],
  empty: emptyInputs,
  initial: shown('static'),
  defaults: [
    {
      element: () => ({
        bindings: { type: 'static' },
        values: [
          { id: 1, label: 'red', value_color: 'fiesta-red', is_default: true },
          { id: 2, label: 'blue', is_default: true },
        ],
      }),
      output: tags('red', 'blue'),
    },
  ],
}

const shownUsers =
  (...logins: readonly ('alice' | 'bob')[]) =>
  (at: ExampleIds) =>
    shown(
      'users',
      ...logins.map(
        (login) => [buildUserRepresentation(at, login), buildUserRepresentation(at, login).display_name] as const,
      ),
    )
const userExample = (login: 'alice' | 'bob') => ({
  output: shownUsers(login),
  storedRows: (at: ExampleIds) => ({ list: [at.users[login]] }),
})
const emailExample = {
  output: shown('users', [openValue('new@example.org'), 'new@example.org']),
  storedRows: { open: [expect.any(Number)] },
}

const userExamples: FieldExamples = {
  name: 'friends',
  element: () => ({ bindings: { type: 'users', list: [{ id: 3, label: 'project_members' }] } }),
  before: { input: objects({ username: 'bob' }), ...userExample('bob') },
  accepted: [
    { input: (at) => objects({ id: at.users.alice }), ...userExample('alice') },
    { input: (at) => objects({ id: `${at.users.alice}` }), ...userExample('alice') },
    { input: objects({ username: 'ALICE' }), ...userExample('alice') },
    { input: objects({ email: 'Alice@Example.com' }), ...userExample('alice') },
    { input: texts('alice'), ...userExample('alice') },
    { input: texts('alice@example.com', 'alice'), ...userExample('alice') },
    { input: objects({ email: 'new@example.org' }), ...emailExample },
    { input: texts('new@example.org'), ...emailExample },
    {
      input: texts('alice', 'new@example.org', 'bob'),
      output: (at) =>
        shown(
          'users',
          [buildUserRepresentation(at, 'alice'), 'Alice Ash (alice)'],
          [openValue('new@example.org'), 'new@example.org'],
          [buildUserRepresentation(at, 'bob'), 'Bob Birch (bob)'],
        ),
      storedRows: (at) => ({ list: [at.users.alice, at.users.bob], open: [expect.any(Number)] }),
    },
    ...emptyInputs.map((input) => ({ input, output: shown('users'), isJsonOnly })),
  ],
  rejected: [
    ...rejectedForms,
    ...['alice', {}, { label: 'alice' }].map((each) => ({
      input: objects(each),
      message:
        'OpenList user fields values should be passed as an object with at least one of the properties "id", "username" or "email"',
    })),
    { input: objects({ id: 999_999 }), message: (at) => `Cannot Bind to user with ID 999999 for field ID ${at.field}` },
    {
      input: (at) => objects({ id: at.users.gone }),
      message: (at) => `Cannot Bind to user with ID ${at.users.gone} for field ID ${at.field}`,
    },
    { input: objects({ username: 'ghost' }), message: (at) => `Cannot Bind to user "ghost" for field ID ${at.field}` },
    ...[texts('ghost'), objects({ email: 'no address' })].map((input) => ({
      input,
      problem: 'Label of friends contains a value which is not a login or an email.',
    })),
  ],
  untouched: [...untouched, texts('bob'), objects({ email: 'bob@example.com' })],
  empty: emptyInputs,
  initial: shown('users'),
}

const groupExample = (name: 'members' | 'painters') => ({
  output: (at: ExampleIds) =>
    shown('ugroups', [buildUserGroupRepresentation(at, name), buildUserGroupRepresentation(at, name).label]),
  storedRows: (at: ExampleIds) => ({ list: [at.value(name === 'members' ? 'project_members' : 'painters')] }),
})
const administratorsExample = {
  output: shown('ugroups', [openValue('Project administrators'), 'Project administrators']),
  storedRows: { open: [expect.any(Number)] },
}

const groupExamples: FieldExamples = {
  name: 'crews',
  element: ({ project, painters }) => ({
    bindings: { type: 'ugroups' },
    values: [
      { id: 1, ugroup_reference: { id: `${project}_3`, short_name: 'project_members' } },
      { id: 2, ugroup_reference: { id: `${painters}`, short_name: 'painters' } },
    ],
  }),
  before: { input: ({ painters }) => objects({ id: painters }), ...groupExample('painters') },
  accepted: [
    { input: ({ project }) => objects({ id: `${project}_3` }), ...groupExample('members') },
    { input: objects({ id: 3 }), ...groupExample('members') },
    { input: objects({ short_name: 'project_members' }), ...groupExample('members') },
    { input: texts('project_members'), ...groupExample('members') },
    { input: texts('Project members'), ...groupExample('members') },
    // A group that is not in the bind becomes an open value with the name of the group.
    { input: ({ project }) => objects({ id: `${project}_4` }), ...administratorsExample },
    { input: objects({ short_name: 'project_admins' }), ...administratorsExample },
    { input: texts('project_admins'), ...administratorsExample },
    ...emptyInputs.map((input) => ({ input, output: shown('ugroups'), isJsonOnly })),
  ],
  rejected: [
    ...rejectedForms,
    ...['painters', {}, { label: 'painters' }].map((each) => ({
      input: objects(each),
      message:
        'OpenList static fields values should be passed as an object with at least one of the properties "id" or "short_name"',
    })),
    ...[999_999, '9999_3'].map((id) => ({
      input: objects({ id }),
      message: (at: ExampleIds) => `User Group with ID ${id} does not exist for field ID ${at.field}`,
    })),
    {
      input: objects({ short_name: 'plumbers' }),
      message: (at) => `User Group with short_name plumbers does not exist for field ID ${at.field}`,
    },
    { input: texts('plumbers'), problem: 'Label of crews contains a value which is not a user group.' },
  ],
  untouched: [...untouched, texts('painters'), objects({ short_name: 'painters' })],
  empty: emptyInputs,
  initial: shown('ugroups'),
}

/** docs/api/field-values.md §8. */
export const openLists: readonly FieldExamples[] = [staticExamples, userExamples, groupExamples]
