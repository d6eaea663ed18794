import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aMember } from '../../../test/kit/callers.ts'
import { aFlow, fields, member, outsider, states, value } from '../../../test/kit/flows.ts'
import { applyWorkflow, type WorkflowVerdict } from './apply-workflow.ts'
import type { WorkflowContext } from './workflow-context.ts'

// 2026-11-20T17:30:45+01:00
const now = Date.UTC(2026, 10, 20, 16, 30, 45) / 1000
const midnight = Date.UTC(2026, 10, 19, 23) / 1000

const { status, title, details, started, dueAt, points, effort } = fields
const { open, closed, lost } = states

function ask(question: Partial<WorkflowContext>): WorkflowVerdict {
  return applyWorkflow({
    tracker: aFlow(),
    before: value(status, [open]),
    changed: {},
    comment: '',
    caller: member,
    now,
    timezone: 'Europe/Paris',
    isEmpty: (_field, sent) => sent === undefined || sent === null || sent === '',
    ...question,
  })
}

const allowed = { problems: [], isAboutValue: false, frozen: [], values: {}, jobs: [] }
const refusedValue = (label: string) => ({
  ...allowed,
  problems: [`The transition to the value "${label}" is not valid.`],
  isAboutValue: true,
})

describe('which transitions there are', () => {
  const toClosed = { from: open, to: closed }

  it('lets a value through that a transition leads to, and no other', () => {
    const tracker = aFlow({ transitions: [toClosed] })
    expect(ask({ tracker, changed: value(status, [closed]) })).toEqual(allowed)
    expect(ask({ tracker, changed: value(status, [lost]) })).toEqual(refusedValue('Lost'))
    expect(ask({ tracker, before: value(status, [closed]), changed: value(status, [open]) })).toEqual(
      refusedValue('Open'),
    )
  })
  it('does not lead back to no value at all', () => {
    expect(ask({ tracker: aFlow({ transitions: [toClosed] }), changed: value(status, []) })).toEqual(
      refusedValue('None'),
    )
  })
  it('has a way in for new artifacts, and for those that have no value yet', () => {
    const tracker = aFlow({ transitions: [{ from: null, to: open }, toClosed] })
    for (const before of [null, {}, value(status, []), value(status, [100])]) {
      expect(ask({ tracker, before, changed: value(status, [open]) })).toEqual(allowed)
      expect(ask({ tracker, before, changed: value(status, [closed]) })).toEqual(refusedValue('Closed'))
    }
  })
  it('asks nothing of a new artifact without a value', () => {
    expect(ask({ tracker: aFlow({ transitions: [] }), before: null, changed: value(title, 'Crash') })).toEqual(allowed)
    expect(ask({ tracker: aFlow({ transitions: [] }), before: null, changed: value(status, []) })).toEqual(allowed)
  })
  it('asks nothing of what leaves the value as it is', () => {
    const tracker = aFlow({ transitions: [] })
    expect(ask({ tracker, changed: value(title, 'Crash') })).toEqual(allowed)
    expect(ask({ tracker, changed: value(status, [open]) })).toEqual(allowed)
  })
  it('is nothing to a tracker without workflow, or with one that is switched off', () => {
    expect(ask({ tracker: { ...aFlow(), workflow: null }, changed: value(status, [closed]) })).toEqual(allowed)
    expect(ask({ tracker: aFlow({ isUsed: false, transitions: [] }), changed: value(status, [closed]) })).toEqual(
      allowed,
    )
  })
  it('stops the product itself nowhere', () => {
    const caller = { kind: 'system', reason: 'test' } as const
    const transitions = [{ ...toClosed, groups: [], notEmptyFields: [title], isCommentRequired: true }]
    expect(ask({ caller, tracker: aFlow({ transitions }), changed: value(status, [closed]) })).toEqual(allowed)
    expect(ask({ caller, tracker: aFlow({ transitions: [] }), changed: value(status, [closed]) })).toEqual(allowed)
  })

  it('allows exactly what the list of transitions says', () => {
    const state = fc.constantFrom(open, closed, lost)
    const from = fc.option(state, { nil: null })
    const transition = fc.record({ from, to: state }).filter(({ from, to }) => from !== to)
    fc.assert(
      fc.property(
        fc.array(transition),
        fc.boolean(),
        from,
        fc.option(state, { nil: null }),
        fc.boolean(),
        (...given) => {
          const [transitions, isUsed, current, wanted, isNew] = given
          fc.pre(!isNew || current === null)
          const chosen = (one: number | null) => value(status, one === null ? [] : [one])
          const tracker = aFlow({ transitions, isUsed })
          const { problems } = ask({ tracker, before: isNew ? null : chosen(current), changed: chosen(wanted) })
          const isListed = transitions.some((each) => each.from === current && each.to === wanted)
          expect(problems.length === 0).toBe(!isUsed || current === wanted || isListed)
        },
      ),
    )
  })
})

describe('what a transition asks for', () => {
  const close = (conditions: object, question: Partial<WorkflowContext> = {}) =>
    ask({
      tracker: aFlow({ transitions: [{ from: open, to: closed, ...conditions }] }),
      changed: value(status, [closed]),
      ...question,
    }).problems

  it('one of its groups, whoever administers the tracker; who rules the platform needs none', () => {
    const refused = ['Transition permissions are not respected']
    expect(close({}, { caller: outsider })).toEqual(refused)
    expect(close({}, { caller: { kind: 'anonymous' } })).toEqual(refused)
    expect(close({ groups: [3] }, { caller: aMember({ administratorOf: new Set([118 as never]) }) })).toEqual(refused)
    expect(close({}, { caller: aMember({ isSiteAdministrator: true }) })).toEqual([])
    expect(close({ groups: [1] }, { caller: { kind: 'anonymous' } })).toEqual([])
  })
  it('tells who may not take it nothing of what else it asks for', () => {
    expect(close({ notEmptyFields: [title], isCommentRequired: true }, { caller: outsider })).toHaveLength(1)
  })
  it('fields that are filled, by this change or before', () => {
    const missing = "Invalid condition: the field 'Title (title)'must not be empty"
    const conditions = { notEmptyFields: [title] }
    expect(close(conditions)).toEqual([missing])
    expect(close(conditions, { before: { ...value(status, [open]), ...value(title, 'Crash') } })).toEqual([])
    expect(close(conditions, { changed: { ...value(status, [closed]), ...value(title, 'Crash') } })).toEqual([])
    const emptied = { ...value(status, [closed]), ...value(title, '') }
    expect(close(conditions, { before: value(title, 'Crash'), changed: emptied })).not.toEqual([])
  })
  it('every such field that is in use, each with its line, before any comment', () => {
    expect(close({ notEmptyFields: [title, fields.retired, 999, details], isCommentRequired: true })).toEqual([
      "Invalid condition: the field 'Title (title)'must not be empty",
      "Invalid condition: the field 'Original Submission (details)'must not be empty",
    ])
  })
  it('a comment that says something', () => {
    const conditions = { isCommentRequired: true }
    expect(close(conditions, { comment: '  \n' })).toEqual(['Comment must not be empty.'])
    expect(close(conditions, { comment: 'why' })).toEqual([])
  })
  it('no comment of what is new', () => {
    const tracker = aFlow({ transitions: [{ from: null, to: open, isCommentRequired: true }] })
    expect(ask({ tracker, before: null, changed: value(status, [open]) }).problems).toEqual([])
  })
  it('conditions of an old workflow though it is switched off; its transitions bind nobody', () => {
    const transitions = [{ from: open, to: closed, isCommentRequired: true }]
    const tracker = aFlow({ isUsed: false, isLegacy: true, transitions })
    expect(ask({ tracker, changed: value(status, [closed]) }).problems).toEqual(['Comment must not be empty.'])
    expect(ask({ tracker, changed: value(status, [lost]) })).toEqual(allowed)
  })
  it('says that a condition is no matter of the value', () => {
    const tracker = aFlow({ transitions: [{ from: open, to: closed, isCommentRequired: true }] })
    expect(ask({ tracker, changed: value(status, [closed]) }).isAboutValue).toBe(false)
  })
})

describe('what a transition does', () => {
  const close = (actions: readonly object[], question: Partial<WorkflowContext> = {}) =>
    ask({
      tracker: aFlow({ transitions: [{ from: open, to: closed, actions }] }),
      changed: value(status, [closed]),
      ...question,
    })

  it('sets dates: the day, or the minute where the field shows one, or nothing', () => {
    const current = (field: number) => close([{ kind: 'set_date', field, value: 'current' }]).values
    expect(current(started)).toEqual(value(started, midnight))
    expect(current(dueAt)).toEqual(value(dueAt, now - 45))
    expect(close([{ kind: 'set_date', field: started, value: 'clear' }]).values).toEqual(value(started, null))
    expect(close([{ kind: 'set_date', field: started, value: null }]).values).toEqual({})
  })
  it('knows what day it is where the server stands', () => {
    const late = { now: Date.UTC(2026, 10, 20, 23, 30) / 1000, timezone: 'Pacific/Auckland' }
    const { values } = close([{ kind: 'set_date', field: started, value: 'current' }], late)
    expect(values).toEqual(value(started, Date.UTC(2026, 10, 20, 11) / 1000))
  })
  it('sets numbers', () => {
    const { values } = close([
      { kind: 'set_int', field: points, value: 0 },
      { kind: 'set_float', field: effort, value: 1.5 },
    ])
    expect(values).toEqual({ ...value(points, 0), ...value(effort, 1.5) })
  })
  it('leaves fields alone that are gone, not in use, or of another type by now', () => {
    for (const field of [999, fields.retired, title]) {
      expect(close([{ kind: 'set_int', field, value: 3 }]).values).toEqual({})
      expect(close([{ kind: 'set_date', field, value: 'current' }]).values).toEqual({})
    }
  })
  it('starts builds, each of them', () => {
    const urls = ['https://ci.example/a', 'https://ci.example/b']
    expect(close(urls.map((jobUrl) => ({ kind: 'run_job', jobUrl }))).jobs).toEqual(urls.map((url) => ({ url })))
  })
  it('does nothing when a condition does not hold', () => {
    const actions = [
      { kind: 'set_int', field: points, value: 3 },
      { kind: 'run_job', jobUrl: 'https://ci.example/a' },
    ]
    expect(close(actions, { caller: outsider })).toMatchObject({ values: {}, jobs: [] })
  })
  it('does it for the product itself as well', () => {
    const caller = { kind: 'system', reason: 'test' } as const
    expect(close([{ kind: 'set_int', field: points, value: 3 }], { caller }).values).toEqual(value(points, 3))
  })
})

describe('what a state freezes', () => {
  const freeze = { kind: 'frozen_fields', fields: [title, points] }
  const transitions = [
    { from: null, to: open, actions: [freeze] },
    { from: open, to: closed },
  ]
  const frozen = (question: Partial<WorkflowContext>, more: object = {}) =>
    ask({ tracker: aFlow({ isAdvanced: false, transitions, ...more }), changed: value(title, 'x'), ...question }).frozen

  it('is what the transitions into it say', () => {
    expect(frozen({})).toEqual([title, points])
    expect(frozen({ before: value(status, [closed]) })).toEqual([])
  })
  it('holds for the way out of it too', () => {
    expect(frozen({ changed: value(status, [closed]) })).toEqual([title, points])
  })
  it('is nothing to what is new, to the product itself, to advanced workflows and to those not in use', () => {
    expect(frozen({ before: null })).toEqual([])
    expect(frozen({ caller: { kind: 'system', reason: 'test' } })).toEqual([])
    expect(frozen({}, { isAdvanced: true })).toEqual([])
    expect(frozen({}, { isUsed: false })).toEqual([])
  })
})
