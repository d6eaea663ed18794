import { describe, expect, it } from 'vitest'
import {
  createTrackerWithWorkflow,
  fields,
  findValue,
  member,
  outsider,
  states,
} from '../../../test/kit/workflow-fixture.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import { checkGlobalRules } from './global-rule-problems.ts'

const { started, dueAt, status, area, people, teams, title } = fields
const { open, closed } = states

describe('a date rule', () => {
  const problems = (
    comparator: string,
    source: unknown,
    target: unknown,
    values: StoredValues = findValue(started, source),
  ) =>
    checkGlobalRules({
      caller: member,
      tracker: createTrackerWithWorkflow(
        {},
        { rules: { dates: [{ source: started, comparator, target: dueAt }], lists: [] } as never },
      ),
      values: { ...findValue(started, source), ...findValue(dueAt, target) },
      changed: values,
    }).map(String)

  it.each([
    { comparator: '=', good: 5, bad: 6 },
    { comparator: '≠', good: 6, bad: 5 },
    { comparator: '<', good: 6, bad: 5 },
    { comparator: '≤', good: 5, bad: 4 },
    { comparator: '>', good: 4, bad: 5 },
    { comparator: '≥', good: 5, bad: 6 },
  ])('5 $comparator $good holds, 5 $comparator $bad does not', ({ comparator, good, bad }) => {
    expect(problems(comparator, 5, good)).toEqual([])
    expect(problems(comparator, 5, bad)).toEqual([
      `Error on the tracker #31 date value : Start must be ${comparator} to End.`,
    ])
  })
  it('compares nothing while a date is missing', () => {
    for (const missing of [null, undefined]) {
      expect(problems('<', missing, 5)).toEqual([])
      expect(problems('<', 5, missing)).toEqual([])
      expect(problems('=', missing, missing)).toEqual([])
    }
  })
  it('names fields that the caller cannot read by their ids', () => {
    const tracker = createTrackerWithWorkflow(
      {},
      { rules: { dates: [{ source: started, comparator: '<', target: dueAt }], lists: [] } as never },
    )
    const values = { ...findValue(started, 6), ...findValue(dueAt, 5) }
    const [problem] = checkGlobalRules({ tracker, caller: outsider, values, changed: values })
    expect(`${problem}`).toBe('Error on the tracker #31 date value : #4 must be < to #5.')
  })
  it('is checked only when one of its dates changes', () => {
    expect(problems('<', 6, 5, findValue(dueAt, 5))).toHaveLength(1)
    expect(problems('<', 6, 5, findValue(title, 'x'))).toEqual([])
  })
})

describe('a dependency of lists', () => {
  const rule = (source: number, sourceValue: number, target: number, targetValue: number) => ({
    source,
    sourceValue,
    target,
    targetValue,
  })
  const rules = [rule(status, open, area, 301), rule(status, open, area, 302), rule(status, closed, area, 303)]
  const problems = (chosen: readonly number[], dependent: readonly number[], more: object = {}) =>
    checkGlobalRules({
      caller: member,
      tracker: createTrackerWithWorkflow({}, { rules: { dates: [], lists: rules } as never }),
      values: { ...findValue(status, chosen), ...findValue(area, dependent) },
      changed: findValue(area, dependent),
      ...more,
    }).map(String)

  it('allows the listed pairs', () => {
    expect(problems([open], [301])).toEqual([])
    expect(problems([open], [301, 302])).toEqual([])
    expect(problems([closed], [303])).toEqual([])
    expect(problems([open, closed], [301, 303])).toEqual([])
  })
  it('refuses other pairs and names them', () => {
    const about = 'Global rules are not respected in tracker Bugs (#31) - '
    expect(problems([closed], [301])).toEqual([`${about}Status(Closed) -> Area(Roof)`])
    expect(problems([open], [301, 303])).toEqual([`${about}Status(Open) -> Area(Garden)`])
    expect(problems([], [301, 302])).toEqual([`${about}Status(None) -> Area(Roof, Cellar)`])
  })
  it('hides labels and values of lists that the caller cannot read', () => {
    expect(problems([closed], [301, 302], { caller: outsider })).toEqual([
      'Global rules are not respected in tracker Bugs (#31) - #1(…) -> #9(…)',
    ])
  })
  it('allows an empty dependent list, unless a rule names None', () => {
    expect(problems([open], [])).toEqual([])
    const listRules = [...rules, rule(status, closed, area, 100)]
    const tracker = createTrackerWithWorkflow({}, { rules: { dates: [], lists: listRules } as never })
    expect(problems([closed], [], { tracker })).toEqual([])
    expect(problems([open], [], { tracker })).toEqual([
      'Global rules are not respected in tracker Bugs (#31) - Status(Open) -> Area(None)',
    ])
  })
  it('is checked only when one of its lists changes', () => {
    expect(problems([closed], [301], { changed: findValue(status, [closed]) })).toHaveLength(1)
    expect(problems([closed], [301], { changed: findValue(title, 'x') })).toEqual([])
  })
  it('names users and groups by their names', () => {
    const tracker = createTrackerWithWorkflow(
      {},
      { rules: { dates: [], lists: [rule(people, 103, teams, 999)] } as never },
    )
    const names = {
      userOf: (id: number) => (id === 103 ? { realName: 'Mira Sol', login: 'mira' } : undefined),
      groups: new Map([[205 as never, { name: 'Developers' }]]),
    }
    const values = { ...findValue(people, [103, 104]), ...findValue(teams, [401, 402, 403]) }
    const [problem] = checkGlobalRules({ tracker, caller: member, values, changed: values, names })
    expect(`${problem}`).toMatch(/People\(Mira Sol \(mira\), 104\) -> Teams\(Project members, Developers, 403\)$/)
  })
})
