import { expect } from 'vitest'
import { account, type ExampleIds, type FieldExamples, userGroup } from '../../kit/wire-field-examples.ts'

const labelsExpected = "OpenList fields values must be passed as an array of labels (string) in 'bind_value_ids'"
const objects = (...sent: readonly unknown[]) => ({ value: { bind_value_objects: sent } })
const texts = (...sent: readonly unknown[]) => ({ bind_value_ids: sent })

const typed = (label: string) => ({ id: expect.stringMatching(/^o\d+$/), label })
const oddForms = [{}, { value: 'red' }, { value: 5 }, { value: ['red'] }, { value: { bind_value_objects: 'red' } }]
const refusedForms = [
  ...oddForms.map((sent) => ({ sent, ends: labelsExpected })),
  { sent: { value: null }, on: 'POST' as const, ends: labelsExpected },
  { sent: { bind_value_ids: null }, on: 'POST' as const, ends: labelsExpected },
  { sent: texts(true), ends: labelsExpected },
  { sent: { bind_value_ids: 'red' }, ends: 'Invalid value specified for `values[1][bind_value_ids]`' },
]
const untouched = [{ value: null }, { bind_value_ids: null }, { value: { bind_value_objects: null } }]
const nothing = [objects(), texts(), texts(null), texts(''), texts(100), objects({ id: 100 })]
// In XML 100 is a text like others, and a number is none in JSON alone.
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
          [label.startsWith('~') ? typed(label.slice(1)) : colored(at, label), label.replace('~', '')] as const,
      ),
    )
const freeTags = (...labels: readonly string[]) => ({
  shown: tags(...labels.map((label) => `~${label}`)),
  found: { open: labels.map(() => expect.any(Number)) },
})
const boundTags = (...labels: readonly string[]) => ({
  shown: tags(...labels),
  found: (at: ExampleIds) => ({ list: labels.map((label) => at.value(label)) }),
})

/** Values of its own (docs/api/field-values.md §8); `known` was typed by somebody before. */
const ofValues: FieldExamples = {
  name: 'tags',
  element: () => ({
    bindings: { type: 'static' },
    values: [
      { id: 1, label: 'red', value_color: 'fiesta-red' },
      { id: 2, label: 'blue' },
      { id: 3, label: 'grey', is_hidden: true },
    ],
  }),
  before: { sent: objects({ label: 'first' }), ...freeTags('first') },
  accepted: [
    { sent: (at) => objects({ id: at.value('red') }), ...boundTags('red') },
    { sent: (at) => objects({ id: `${at.value('red')}` }), ...boundTags('red') },
    // A hidden value is offered to REST clients, so it may be chosen (docs/api/field-values.md §7).
    { sent: (at) => objects({ id: at.value('grey') }), ...boundTags('grey') },
    { sent: (at) => objects({ id: `b${at.value('red')}`, label: 'anything' }), ...boundTags('red') },
    {
      sent: (at) => objects({ id: `o${at.typed('known')}`, label: 'known' }),
      shown: (at) => shown('static', [{ id: `o${at.typed('known')}`, label: 'known' }, 'known']),
      found: (at) => ({ open: [at.typed('known')] }),
    },
    {
      sent: (at) => objects({ id: at.typed('known') }),
      shown: tags('~known'),
      found: (at) => ({ open: [at.typed('known')] }),
    },
    {
      sent: objects({ label: 'known' }),
      shown: tags('~known'),
      found: (at) => ({ open: [at.typed('known')] }),
    },
    {
      sent: (at) => objects({ id: at.value('red') }, { label: 'teal' }, { label: ' teal ' }),
      shown: tags('red', '~teal'),
      found: (at) => ({ list: [at.value('red')], open: [expect.any(Number)] }),
    },
    { sent: texts('red', 'blue', 'red'), ...boundTags('red', 'blue') },
    { sent: texts('RED'), ...boundTags('red') },
    { sent: texts('new', 'known'), ...freeTags('new', 'known') },
    // Kept as one value, as it was typed.
    { sent: texts('one, two'), ...freeTags('one, two') },
    { sent: texts('a <b> "c" & d'), ...freeTags('a <b> "c" & d') },
    { sent: texts('007', 176), ...freeTags('007', '176') },
    // Typed, though the bind has the same.
    { sent: objects({ label: 'red' }), ...freeTags('red'), isMerged: true },
    { sent: objects({ label: 5 }), ...freeTags('5') },
    { sent: texts('x'.repeat(255)), ...freeTags('x'.repeat(255)) },
    // The objects are looked at first.
    { sent: { ...objects({ label: 'this' }), ...texts('not this') }, ...freeTags('this') },
    ...nothing.map((sent) => ({ sent, shown: shown('static'), isJsonOnly })),
  ],
  refused: [
    ...refusedForms,
    ...['red', {}, { name: 'red' }, { label: '' }, null].map((each) => ({
      sent: objects(each),
      ends: 'OpenList static fields values should be passed as an object with at least one of the properties "id" or "label"',
    })),
    ...[999_999, '999999', 'o999999', 'red'].map((id) => ({
      sent: objects({ id }),
      ends: (at: ExampleIds) => `Bind Value with ID ${id} does not exist for field ID ${at.field}`,
    })),
    { sent: texts('x'.repeat(256)), problem: 'Label of tags can not contain more than 255 characters.' },
    { sent: texts('a\nb'), problem: 'Label of tags can contain neiher carriage return nor null char.' },
    {
      sent: texts(...Array.from({ length: 1001 }, (_, n) => `${n}`)),
      ends: 'Label of tags can not contain more than 1000 values.',
    },
  ],
  untouched: [...untouched, texts('first'), texts(' first ', 'first')],
  empty: nothing,
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
      shown: tags('red', 'blue'),
    },
  ],
}

const people =
  (...logins: readonly ('alice' | 'bob')[]) =>
  (at: ExampleIds) =>
    shown('users', ...logins.map((login) => [account(at, login), account(at, login).display_name] as const))
const person = (login: 'alice' | 'bob') => ({
  shown: people(login),
  found: (at: ExampleIds) => ({ list: [at.people[login]] }),
})
const address = {
  shown: shown('users', [typed('new@example.org'), 'new@example.org']),
  found: { open: [expect.any(Number)] },
}

const ofPeople: FieldExamples = {
  name: 'friends',
  element: () => ({ bindings: { type: 'users', list: [{ id: 3, label: 'project_members' }] } }),
  before: { sent: objects({ username: 'bob' }), ...person('bob') },
  accepted: [
    { sent: (at) => objects({ id: at.people.alice }), ...person('alice') },
    { sent: (at) => objects({ id: `${at.people.alice}` }), ...person('alice') },
    { sent: objects({ username: 'ALICE' }), ...person('alice') },
    { sent: objects({ email: 'Alice@Example.com' }), ...person('alice') },
    { sent: texts('alice'), ...person('alice') },
    { sent: texts('alice@example.com', 'alice'), ...person('alice') },
    { sent: objects({ email: 'new@example.org' }), ...address },
    { sent: texts('new@example.org'), ...address },
    {
      sent: texts('alice', 'new@example.org', 'bob'),
      shown: (at) =>
        shown(
          'users',
          [account(at, 'alice'), 'Alice Ash (alice)'],
          [typed('new@example.org'), 'new@example.org'],
          [account(at, 'bob'), 'Bob Birch (bob)'],
        ),
      found: (at) => ({ list: [at.people.alice, at.people.bob], open: [expect.any(Number)] }),
    },
    ...nothing.map((sent) => ({ sent, shown: shown('users'), isJsonOnly })),
  ],
  refused: [
    ...refusedForms,
    ...['alice', {}, { label: 'alice' }].map((each) => ({
      sent: objects(each),
      ends: 'OpenList user fields values should be passed as an object with at least one of the properties "id", "username" or "email"',
    })),
    { sent: objects({ id: 999_999 }), ends: (at) => `Cannot Bind to user with ID 999999 for field ID ${at.field}` },
    {
      sent: (at) => objects({ id: at.people.gone }),
      ends: (at) => `Cannot Bind to user with ID ${at.people.gone} for field ID ${at.field}`,
    },
    { sent: objects({ username: 'ghost' }), ends: (at) => `Cannot Bind to user "ghost" for field ID ${at.field}` },
    ...[texts('ghost'), objects({ email: 'no address' })].map((sent) => ({
      sent,
      problem: 'Label of friends contains a value which is not a login or an email.',
    })),
  ],
  untouched: [...untouched, texts('bob'), objects({ email: 'bob@example.com' })],
  empty: nothing,
  initial: shown('users'),
}

const team = (name: 'members' | 'painters') => ({
  shown: (at: ExampleIds) => shown('ugroups', [userGroup(at, name), userGroup(at, name).label]),
  found: (at: ExampleIds) => ({ list: [at.value(name === 'members' ? 'project_members' : 'painters')] }),
})
const administrators = {
  shown: shown('ugroups', [typed('Project administrators'), 'Project administrators']),
  found: { open: [expect.any(Number)] },
}

const ofGroups: FieldExamples = {
  name: 'crews',
  element: ({ project, painters }) => ({
    bindings: { type: 'ugroups' },
    values: [
      { id: 1, ugroup_reference: { id: `${project}_3`, short_name: 'project_members' } },
      { id: 2, ugroup_reference: { id: `${painters}`, short_name: 'painters' } },
    ],
  }),
  before: { sent: ({ painters }) => objects({ id: painters }), ...team('painters') },
  accepted: [
    { sent: ({ project }) => objects({ id: `${project}_3` }), ...team('members') },
    { sent: objects({ id: 3 }), ...team('members') },
    { sent: objects({ short_name: 'project_members' }), ...team('members') },
    { sent: texts('project_members'), ...team('members') },
    { sent: texts('Project members'), ...team('members') },
    // What is not bound becomes a value of its own, called as the group is.
    { sent: ({ project }) => objects({ id: `${project}_4` }), ...administrators },
    { sent: objects({ short_name: 'project_admins' }), ...administrators },
    { sent: texts('project_admins'), ...administrators },
    ...nothing.map((sent) => ({ sent, shown: shown('ugroups'), isJsonOnly })),
  ],
  refused: [
    ...refusedForms,
    ...['painters', {}, { label: 'painters' }].map((each) => ({
      sent: objects(each),
      ends: 'OpenList static fields values should be passed as an object with at least one of the properties "id" or "short_name"',
    })),
    ...[999_999, '9999_3'].map((id) => ({
      sent: objects({ id }),
      ends: (at: ExampleIds) => `User Group with ID ${id} does not exist for field ID ${at.field}`,
    })),
    {
      sent: objects({ short_name: 'plumbers' }),
      ends: (at) => `User Group with short_name plumbers does not exist for field ID ${at.field}`,
    },
    { sent: texts('plumbers'), problem: 'Label of crews contains a value which is not a user group.' },
  ],
  untouched: [...untouched, texts('painters'), objects({ short_name: 'painters' })],
  empty: nothing,
  initial: shown('ugroups'),
}

/** docs/api/field-values.md §8. */
export const openLists: readonly FieldExamples[] = [ofValues, ofPeople, ofGroups]
