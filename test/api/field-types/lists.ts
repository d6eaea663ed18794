import {
  type Example,
  type ExampleIds,
  type FieldExamples,
  noUserRepresentation,
  userGroupRepresentation,
  userRepresentation,
} from '../../kit/wire-field-examples.ts'

const staticValues = (name: string) => [
  { id: 1, label: `${name} red`, value_color: 'fiesta-red' },
  { id: 2, label: `${name} green`, value_color: '#00ff10' },
  { id: 3, label: `${name} old`, is_hidden: true },
  { id: 4, label: `${name} plain` },
]

/** Parallel arrays, of values and of their ids (docs/api/field-values.md §7). */
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

const none = [[], [0], [null], [''], [100], ['100']].map((ids) => ({ bind_value_ids: ids }))
const invalid = (said: unknown) => ({
  input: { bind_value_ids: [said] },
  message: `The submitted value ${typeof said === 'string' ? said : JSON.stringify(said)} is invalid`,
})
const onlyOne = 'Selectbox fields can only have one value'
const untouched = [{ bind_value_ids: null }, { value: null }]

/** docs/api/field-values.md §7: the fields of one type, bound to values of their own, to people and to user groups. */
export const lists = (type: 'sb' | 'rb' | 'msb' | 'cb'): readonly FieldExamples[] => [
  ofValues(`${type}_color`, type === 'msb' || type === 'cb'),
  ofPeople(`${type}_person`, type === 'msb' || type === 'cb'),
  ofGroups(`${type}_team`, type === 'msb' || type === 'cb'),
]

function ofValues(name: string, isMultiple: boolean): FieldExamples {
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
      // None together with others is dropped.
      one((at) => [100, at.value(plain), 0], plain),
      {
        input: (at) => ({ bind_value_ids: [at.value(red)], value: 'odd', label: 'x', values: [{ id: 9 }] }),
        output: shownAs(red),
        storedRows: rows(red),
      },
      ...(isMultiple ? [both] : []),
      ...none.map((input) => ({ input, output: noneShown })),
    ],
    rejected: [
      { input: {}, message: expected(isMultiple) },
      { input: (at) => ({ value: at.value(red) }), message: expected(isMultiple) },
      { input: { bind_value_ids: null }, on: 'POST', message: expected(isMultiple) },
      { input: { value: null }, on: 'POST', message: expected(isMultiple) },
      { input: { bind_value_ids: 5 }, message: 'Invalid value specified for `values[1][bind_value_ids]`' },
      ...[9_999_999, 'abc', -1, 1.5, true, { id: 1 }, [1]].map(invalid),
      ...(isMultiple ? [] : [{ input: both.input, message: onlyOne }]),
    ],
    untouched: [...untouched, (at) => ({ bind_value_ids: [`${at.value(green)}`] })],
    empty: none,
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
        // Of several defaults a list for one value takes none; a hidden one is offered to nobody.
        element: () => ({
          bindings: { type: 'static' },
          values: staticValues(name).map((each) => ({ ...each, is_default: each.label !== green })),
        }),
        output: isMultiple ? shownAs(red, plain) : noneShown,
      },
    ],
  }
}

function ofPeople(name: string, isMultiple: boolean): FieldExamples {
  const shown =
    (...logins: readonly ('alice' | 'bob')[]) =>
    (at: ExampleIds) => ({
      values: logins.map((login) => userRepresentation(at, login)),
      bind_value_ids: logins.map((login) => at.users[login]),
    })
  const found =
    (...logins: readonly ('alice' | 'bob')[]) =>
    (at: ExampleIds) => ({
      list: logins.map((login) => at.users[login]),
    })
  const noneChosen = (at: ExampleIds) => ({ values: [noUserRepresentation(at)], bind_value_ids: [100] })
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
      ...none.map((input) => ({ input, output: noneChosen })),
    ],
    rejected: [
      { input: {}, message: expected(isMultiple) },
      ...[9_999_999, 'alice'].map(invalid),
      // Not offered, or gone.
      ...(['outsider', 'gone'] as const).map((who) => ({
        input: ({ users }: ExampleIds) => ({ bind_value_ids: [users[who]] }),
        message: ({ users }: ExampleIds) => `The submitted value ${users[who]} is invalid`,
      })),
      ...(isMultiple ? [] : [{ input: both.input, message: onlyOne }]),
    ],
    untouched: [...untouched, ({ users }) => ({ bind_value_ids: [`${users.bob}`] })],
    empty: none,
    initial: noneChosen,
    defaults: [
      {
        element: ({ users }) => ({ bindings, default_value: [{ id: users.alice }] }),
        output: shown('alice'),
      },
    ],
  }
}

function ofGroups(name: string, isMultiple: boolean): FieldExamples {
  const shown =
    (...names: readonly ('members' | 'painters')[]) =>
    (at: ExampleIds) => ({
      values: names.map((each) => userGroupRepresentation(at, each)),
      bind_value_ids: names.map((each) => userGroupRepresentation(at, each).id),
    })
  const inTracker = { members: 'project_members', painters: 'painters' }
  const found =
    (...names: readonly ('members' | 'painters')[]) =>
    (at: ExampleIds) => ({
      list: names.map((each) => at.value(inTracker[each])),
    })
  const spelled = (who: 'members' | 'painters', spell: (at: ExampleIds) => unknown): Example => ({
    input: (at) => ({ bind_value_ids: [spell(at)] }),
    output: shown(who),
    storedRows: found(who),
  })
  const bound = ({ project, painters }: { project: number; painters: number }, isDefault: boolean) => ({
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
    element: (fixture) => bound(fixture, false),
    before: spelled('painters', ({ painters }) => painters),
    accepted: [
      spelled('members', ({ project }) => `${project}_3`),
      spelled('members', () => 3),
      spelled('members', () => '3'),
      // docs/api/compatibility.md §1: the value as the tracker tells it.
      spelled('members', (at) => at.value('project_members')),
      ...(isMultiple ? [both] : []),
      ...none.map((input) => ({ input, output: noneShown })),
    ],
    rejected: [
      { input: {}, message: expected(isMultiple) },
      ...['9999_3', '9999999', 4, 'project_members', 'abc'].map(invalid),
      ...(isMultiple ? [] : [{ input: both.input, message: onlyOne }]),
    ],
    untouched: [
      ...untouched,
      ({ painters }) => ({ bind_value_ids: [`${painters}`] }),
      (at) => ({ bind_value_ids: [at.value('painters')] }),
    ],
    empty: none,
    initial: noneShown,
    defaults: [{ element: (fixture) => bound(fixture, true), output: shown('members') }],
  }
}
