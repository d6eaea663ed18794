import {
  account,
  type Example,
  type ExampleIds,
  type FieldExamples,
  noUser,
  userGroup,
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
  sent: { bind_value_ids: [said] },
  ends: `The submitted value ${typeof said === 'string' ? said : JSON.stringify(said)} is invalid`,
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
  const one = (sent: (at: ExampleIds) => readonly unknown[], label: string): Example => ({
    sent: (at: ExampleIds) => ({ bind_value_ids: sent(at) }),
    shown: shownAs(label),
    found: rows(label),
  })
  const both: Example = {
    sent: (at) => ({ bind_value_ids: [at.value(red), `${at.value(plain)}`] }),
    shown: shownAs(red, plain),
    found: rows(red, plain),
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
        sent: (at) => ({ bind_value_ids: [at.value(red)], value: 'odd', label: 'x', values: [{ id: 9 }] }),
        shown: shownAs(red),
        found: rows(red),
      },
      ...(isMultiple ? [both] : []),
      ...none.map((sent) => ({ sent, shown: noneShown })),
    ],
    refused: [
      { sent: {}, ends: expected(isMultiple) },
      { sent: (at) => ({ value: at.value(red) }), ends: expected(isMultiple) },
      { sent: { bind_value_ids: null }, on: 'POST', ends: expected(isMultiple) },
      { sent: { value: null }, on: 'POST', ends: expected(isMultiple) },
      { sent: { bind_value_ids: 5 }, ends: 'Invalid value specified for `values[1][bind_value_ids]`' },
      ...[9_999_999, 'abc', -1, 1.5, true, { id: 1 }, [1]].map(invalid),
      ...(isMultiple ? [] : [{ sent: both.sent, ends: onlyOne }]),
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
        shown: shownAs(plain),
      },
      {
        // Of several defaults a list for one value takes none; a hidden one is offered to nobody.
        element: () => ({
          bindings: { type: 'static' },
          values: staticValues(name).map((each) => ({ ...each, is_default: each.label !== green })),
        }),
        shown: isMultiple ? shownAs(red, plain) : noneShown,
      },
    ],
  }
}

function ofPeople(name: string, isMultiple: boolean): FieldExamples {
  const shown =
    (...logins: readonly ('alice' | 'bob')[]) =>
    (at: ExampleIds) => ({
      values: logins.map((login) => account(at, login)),
      bind_value_ids: logins.map((login) => at.people[login]),
    })
  const found =
    (...logins: readonly ('alice' | 'bob')[]) =>
    (at: ExampleIds) => ({
      list: logins.map((login) => at.people[login]),
    })
  const noneChosen = (at: ExampleIds) => ({ values: [noUser(at)], bind_value_ids: [100] })
  const bindings = { type: 'users', list: [{ id: 3, label: 'project_members' }] }
  const both: Example = {
    sent: ({ people }) => ({ bind_value_ids: [people.alice, people.bob] }),
    shown: shown('alice', 'bob'),
    found: found('alice', 'bob'),
  }
  return {
    name,
    element: () => ({ bindings }),
    before: { sent: ({ people }) => ({ bind_value_ids: [people.bob] }), shown: shown('bob'), found: found('bob') },
    accepted: [
      { sent: ({ people }) => ({ bind_value_ids: [people.alice] }), shown: shown('alice'), found: found('alice') },
      { sent: ({ people }) => ({ bind_value_ids: [`${people.alice}`] }), shown: shown('alice'), found: found('alice') },
      {
        sent: ({ people }) => ({ bind_value_ids: [people.alice, 100] }),
        shown: shown('alice'),
        found: found('alice'),
      },
      ...(isMultiple ? [both] : []),
      ...none.map((sent) => ({ sent, shown: noneChosen })),
    ],
    refused: [
      { sent: {}, ends: expected(isMultiple) },
      ...[9_999_999, 'alice'].map(invalid),
      // Not offered, or gone.
      ...(['outsider', 'gone'] as const).map((who) => ({
        sent: ({ people }: ExampleIds) => ({ bind_value_ids: [people[who]] }),
        ends: ({ people }: ExampleIds) => `The submitted value ${people[who]} is invalid`,
      })),
      ...(isMultiple ? [] : [{ sent: both.sent, ends: onlyOne }]),
    ],
    untouched: [...untouched, ({ people }) => ({ bind_value_ids: [`${people.bob}`] })],
    empty: none,
    initial: noneChosen,
    defaults: [
      {
        element: ({ people }) => ({ bindings, default_value: [{ id: people.alice }] }),
        shown: shown('alice'),
      },
    ],
  }
}

function ofGroups(name: string, isMultiple: boolean): FieldExamples {
  const shown =
    (...names: readonly ('members' | 'painters')[]) =>
    (at: ExampleIds) => ({
      values: names.map((each) => userGroup(at, each)),
      bind_value_ids: names.map((each) => userGroup(at, each).id),
    })
  const inTracker = { members: 'project_members', painters: 'painters' }
  const found =
    (...names: readonly ('members' | 'painters')[]) =>
    (at: ExampleIds) => ({
      list: names.map((each) => at.value(inTracker[each])),
    })
  const spelled = (who: 'members' | 'painters', spell: (at: ExampleIds) => unknown): Example => ({
    sent: (at) => ({ bind_value_ids: [spell(at)] }),
    shown: shown(who),
    found: found(who),
  })
  const bound = ({ project, painters }: { project: number; painters: number }, isDefault: boolean) => ({
    bindings: { type: 'ugroups' },
    values: [
      { id: 1, ugroup_reference: { id: `${project}_3`, short_name: 'project_members' }, is_default: isDefault },
      { id: 2, ugroup_reference: { id: `${painters}`, short_name: 'painters' } },
    ],
  })
  const both: Example = {
    sent: ({ project, painters }) => ({ bind_value_ids: [`${project}_3`, painters] }),
    shown: shown('members', 'painters'),
    found: found('members', 'painters'),
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
      ...none.map((sent) => ({ sent, shown: noneShown })),
    ],
    refused: [
      { sent: {}, ends: expected(isMultiple) },
      ...['9999_3', '9999999', 4, 'project_members', 'abc'].map(invalid),
      ...(isMultiple ? [] : [{ sent: both.sent, ends: onlyOne }]),
    ],
    untouched: [
      ...untouched,
      ({ painters }) => ({ bind_value_ids: [`${painters}`] }),
      (at) => ({ bind_value_ids: [at.value('painters')] }),
    ],
    empty: none,
    initial: noneShown,
    defaults: [{ element: (fixture) => bound(fixture, true), shown: shown('members') }],
  }
}
