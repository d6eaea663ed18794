import {
  buildNoUserRepresentation,
  buildUserGroupRepresentation,
  buildUserRepresentation,
  type Example,
  type ExampleIds,
  type FieldExamples,
} from '../../kit/wire-field-examples.ts'

const staticValues = (name: string) => [
  { id: 1, label: `${name} red`, value_color: 'fiesta-red' },
  { id: 2, label: `${name} green`, value_color: '#00ff10' },
  { id: 3, label: `${name} old`, is_hidden: true },
  { id: 4, label: `${name} plain` },
]

/** Values and their ids are parallel arrays (docs/api/field-values.md §7). */
const colored = (at: ExampleIds, label: string) => ({
  id: at.value(label),
  label,
  color: label.endsWith('green') ? { r: 0, g: 255, b: 16 } : null,
  tlp_color: label.endsWith('red') ? 'fiesta-red' : null,
  is_hidden: label.endsWith(' old'),
})
const shownAs =
  (...labels: readonly string[]) =>
  (at: ExampleIds) => ({
    values: labels.map((label) => colored(at, label)),
    bind_value_ids: labels.map((label) => at.value(label)),
  })
const noneShown = { values: [], bind_value_ids: [] }
const rows =
  (...labels: readonly string[]) =>
  (at: ExampleIds) => ({ list: labels.map((label) => at.value(label)) })

const reason = "List fields values must be passed as an array of ids (integer) in 'bind_value_ids'"
const expected = (isMultiple: boolean) => (at: ExampleIds) =>
  isMultiple
    ? `${reason} Example: {"field_id": 1548, "bind_value_ids": [457]}`
    : `${reason} Expected format for field ${at.field} : {"field_id": 1548, "bind_value_ids": [457]}`

const emptyInputs = [[], [0], [null], [''], [100], ['100']].map((ids) => ({ bind_value_ids: ids }))
const rejectedId = (invalidId: unknown) => ({
  input: { bind_value_ids: [invalidId] },
  message: `The submitted value ${typeof invalidId === 'string' ? invalidId : JSON.stringify(invalidId)} is invalid`,
})
const singleValueError = 'Selectbox fields can only have one value'
const untouched = [{ bind_value_ids: null }, { value: null }]

/** docs/api/field-values.md §7: the fields of one type, bound to static values, to users and to user groups. */
export const createListExamples = (type: 'sb' | 'rb' | 'msb' | 'cb'): readonly FieldExamples[] => [
  staticListExamples(`${type}_color`, type === 'msb' || type === 'cb'),
  userListExamples(`${type}_person`, type === 'msb' || type === 'cb'),
  groupListExamples(`${type}_team`, type === 'msb' || type === 'cb'),
]

function staticListExamples(name: string, isMultiple: boolean): FieldExamples {
  const [red, green, old, plain] = [`${name} red`, `${name} green`, `${name} old`, `${name} plain`]
  const one = (input: (at: ExampleIds) => readonly unknown[], label: string): Example => ({
    input: (at: ExampleIds) => ({ bind_value_ids: input(at) }),
    output: shownAs(label),
    storedRows: rows(label),
  })
  const both: Example = {
    input: (at) => ({ bind_value_ids: [at.value(red), `${at.value(plain)}`] }),
    output: shownAs(red, plain),
    storedRows: rows(red, plain),
  }
  return {
    name,
    element: () => ({ bindings: { type: 'static' }, values: staticValues(name) }),
    before: one((at) => [at.value(green)], green),
    accepted: [
      one((at) => [at.value(red)], red),
      one((at) => [`${at.value(red)}`], red),
      one((at) => [` ${at.value(red)} `], red),
      one((at) => [at.value(red), at.value(red)], red),
      // A hidden value is offered to REST clients, so it may be chosen (docs/api/field-values.md §7).
      one((at) => [at.value(old)], old),
      // "None" together with other values is dropped.
      one((at) => [100, at.value(plain), 0], plain),
      {
        input: (at) => ({ bind_value_ids: [at.value(red)], value: 'odd', label: 'x', values: [{ id: 9 }] }),
        output: shownAs(red),
        storedRows: rows(red),
      },
      ...(isMultiple ? [both] : []),
      ...emptyInputs.map((input) => ({ input, output: noneShown })),
    ],
    rejected: [
      { input: {}, message: expected(isMultiple) },
      { input: (at) => ({ value: at.value(red) }), message: expected(isMultiple) },
      { input: { bind_value_ids: null }, on: 'POST', message: expected(isMultiple) },
      { input: { value: null }, on: 'POST', message: expected(isMultiple) },
      { input: { bind_value_ids: 5 }, message: 'Invalid value specified for `values[1][bind_value_ids]`' },
      ...[9_999_999, 'abc', -1, 1.5, true, { id: 1 }, [1]].map(rejectedId),
      ...(isMultiple ? [] : [{ input: both.input, message: singleValueError }]),
    ],
    untouched: [...untouched, (at) => ({ bind_value_ids: [`${at.value(green)}`] })],
    empty: emptyInputs,
    initial: noneShown,
    defaults: [
      {
        element: () => ({
          bindings: { type: 'static' },
          values: staticValues(name).map((each) => ({ ...each, is_default: each.label === plain })),
        }),
        output: shownAs(plain),
      },
      {
        // A single-value list ignores several defaults; hidden values are no defaults.
        element: () => ({
          bindings: { type: 'static' },
          values: staticValues(name).map((each) => ({ ...each, is_default: each.label !== green })),
        }),
        output: isMultiple ? shownAs(red, plain) : noneShown,
      },
    ],
  }
}

function userListExamples(name: string, isMultiple: boolean): FieldExamples {
  const shown =
    (...logins: readonly ('alice' | 'bob')[]) =>
    (at: ExampleIds) => ({
      values: logins.map((login) => buildUserRepresentation(at, login)),
      bind_value_ids: logins.map((login) => at.users[login]),
    })
  const found =
    (...logins: readonly ('alice' | 'bob')[]) =>
    (at: ExampleIds) => ({
      list: logins.map((login) => at.users[login]),
    })
  const noneChosen = (at: ExampleIds) => ({ values: [buildNoUserRepresentation(at)], bind_value_ids: [100] })
  const bindings = { type: 'users', list: [{ id: 3, label: 'project_members' }] }
  const both: Example = {
    input: ({ users }) => ({ bind_value_ids: [users.alice, users.bob] }),
    output: shown('alice', 'bob'),
    storedRows: found('alice', 'bob'),
  }
  return {
    name,
    element: () => ({ bindings }),
    before: { input: ({ users }) => ({ bind_value_ids: [users.bob] }), output: shown('bob'), storedRows: found('bob') },
    accepted: [
      { input: ({ users }) => ({ bind_value_ids: [users.alice] }), output: shown('alice'), storedRows: found('alice') },
      {
        input: ({ users }) => ({ bind_value_ids: [`${users.alice}`] }),
        output: shown('alice'),
        storedRows: found('alice'),
      },
      {
        input: ({ users }) => ({ bind_value_ids: [users.alice, 100] }),
        output: shown('alice'),
        storedRows: found('alice'),
      },
      ...(isMultiple ? [both] : []),
      ...emptyInputs.map((input) => ({ input, output: noneChosen })),
    ],
    rejected: [
      { input: {}, message: expected(isMultiple) },
      ...[9_999_999, 'alice'].map(rejectedId),
      // Not a project member, or deleted.
      ...(['outsider', 'gone'] as const).map((key) => ({
        input: ({ users }: ExampleIds) => ({ bind_value_ids: [users[key]] }),
        message: ({ users }: ExampleIds) => `The submitted value ${users[key]} is invalid`,
      })),
      ...(isMultiple ? [] : [{ input: both.input, message: singleValueError }]),
    ],
    untouched: [...untouched, ({ users }) => ({ bind_value_ids: [`${users.bob}`] })],
    empty: emptyInputs,
    initial: noneChosen,
    defaults: [
      {
        element: ({ users }) => ({ bindings, default_value: [{ id: users.alice }] }),
        output: shown('alice'),
      },
    ],
  }
}

function groupListExamples(name: string, isMultiple: boolean): FieldExamples {
  const shown =
    (...names: readonly ('members' | 'painters')[]) =>
    (at: ExampleIds) => ({
      values: names.map((each) => buildUserGroupRepresentation(at, each)),
      bind_value_ids: names.map((each) => buildUserGroupRepresentation(at, each).id),
    })
  const inTracker = { members: 'project_members', painters: 'painters' }
  const found =
    (...names: readonly ('members' | 'painters')[]) =>
    (at: ExampleIds) => ({
      list: names.map((each) => at.value(inTracker[each])),
    })
  const example = (key: 'members' | 'painters', idOf: (at: ExampleIds) => unknown): Example => ({
    input: (at) => ({ bind_value_ids: [idOf(at)] }),
    output: shown(key),
    storedRows: found(key),
  })
  const groupBind = ({ project, painters }: { project: number; painters: number }, isDefault: boolean) => ({
    bindings: { type: 'ugroups' },
    values: [
      { id: 1, ugroup_reference: { id: `${project}_3`, short_name: 'project_members' }, is_default: isDefault },
      { id: 2, ugroup_reference: { id: `${painters}`, short_name: 'painters' } },
    ],
  })
  const both: Example = {
    input: ({ project, painters }) => ({ bind_value_ids: [`${project}_3`, painters] }),
    output: shown('members', 'painters'),
    storedRows: found('members', 'painters'),
  }
  return {
    name,
    element: (fixture) => groupBind(fixture, false),
    before: example('painters', ({ painters }) => painters),
    accepted: [
      example('members', ({ project }) => `${project}_3`),
      example('members', () => 3),
      example('members', () => '3'),
      // docs/api/compatibility.md §1: the value id of the tracker structure.
      example('members', (at) => at.value('project_members')),
      ...(isMultiple ? [both] : []),
      ...emptyInputs.map((input) => ({ input, output: noneShown })),
    ],
    rejected: [
      { input: {}, message: expected(isMultiple) },
      ...['9999_3', '9999999', 4, 'project_members', 'abc'].map(rejectedId),
      ...(isMultiple ? [] : [{ input: both.input, message: singleValueError }]),
    ],
    untouched: [
      ...untouched,
      ({ painters }) => ({ bind_value_ids: [`${painters}`] }),
      (at) => ({ bind_value_ids: [at.value('painters')] }),
    ],
    empty: emptyInputs,
    initial: noneShown,
    defaults: [{ element: (fixture) => groupBind(fixture, true), output: shown('members') }],
  }
}
