import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMember } from '../../../test/kit/create-member.ts'
import {
  createTrackerWithWorkflow,
  fields,
  findValue,
  member,
  outsider,
  states,
} from '../../../test/kit/workflow-fixture.ts'
import { message } from '../../kit/messages/message.ts'
import { applyWorkflow, type WorkflowVerdict } from './apply-workflow.ts'
import type { WorkflowContext } from './workflow-context.ts'

// 2026-11-20T17:30:45+01:00
const now = Date.UTC(2026, 10, 20, 16, 30, 45) / 1000
const midnight = Date.UTC(2026, 10, 19, 23) / 1000

const { status, title, details, started, dueAt, points, effort } = fields
const { open, closed, lost } = states

function ask(question: Partial<WorkflowContext>): WorkflowVerdict {
  return applyWorkflow({
    tracker: createTrackerWithWorkflow(),
    before: findValue(status, [open]),
    changed: {},
    comment: '',
    caller: member,
    now,
    timezone: 'Europe/Paris',
    isEmpty: (_field, value) => value === undefined || value === null || value === '',
    ...question,
  })
}

const allowed = { problems: [], isAboutValue: false, frozen: [], values: {}, actions: [] }
const refusedValue = (label: string) => ({
  ...allowed,
  problems: [message`The transition to the value "${label}" is not valid.`],
  isAboutValue: true,
})

describe('existing transitions', () => {
  const toClosed = { from: open, to: closed }

  it('allows only values that a transition leads to', () => {
    const tracker = createTrackerWithWorkflow({ transitions: [toClosed] })
    expect(ask({ tracker, changed: findValue(status, [closed]) })).toEqual(allowed)
    expect(ask({ tracker, changed: findValue(status, [lost]) })).toEqual(refusedValue('Lost'))
    expect(ask({ tracker, before: findValue(status, [closed]), changed: findValue(status, [open]) })).toEqual(
      refusedValue('Open'),
    )
  })
  it('refuse a change back to no value', () => {
    expect(
      ask({ tracker: createTrackerWithWorkflow({ transitions: [toClosed] }), changed: findValue(status, []) }),
    ).toEqual(refusedValue('None'))
  })
  it('apply to new artifacts and to artifacts without a value', () => {
    const tracker = createTrackerWithWorkflow({ transitions: [{ from: null, to: open }, toClosed] })
    for (const before of [null, {}, findValue(status, []), findValue(status, [100])]) {
      expect(ask({ tracker, before, changed: findValue(status, [open]) })).toEqual(allowed)
      expect(ask({ tracker, before, changed: findValue(status, [closed]) })).toEqual(refusedValue('Closed'))
    }
  })
  it('do not apply to a new artifact without a value', () => {
    expect(
      ask({
        tracker: createTrackerWithWorkflow({ transitions: [] }),
        before: null,
        changed: findValue(title, 'Crash'),
      }),
    ).toEqual(allowed)
    expect(
      ask({ tracker: createTrackerWithWorkflow({ transitions: [] }), before: null, changed: findValue(status, []) }),
    ).toEqual(allowed)
  })
  it('are refused with the id of the value to a caller who cannot read the field', () => {
    const tracker = createTrackerWithWorkflow({ transitions: [toClosed] })
    expect(ask({ tracker, caller: outsider, before: null, changed: findValue(status, [closed]) })).toEqual(
      refusedValue(`#${closed}`),
    )
  })
  it('do not apply to an unchanged value', () => {
    const tracker = createTrackerWithWorkflow({ transitions: [] })
    expect(ask({ tracker, changed: findValue(title, 'Crash') })).toEqual(allowed)
    expect(ask({ tracker, changed: findValue(status, [open]) })).toEqual(allowed)
  })
  it('do not apply without a workflow or with a disabled one', () => {
    expect(
      ask({ tracker: { ...createTrackerWithWorkflow(), workflow: null }, changed: findValue(status, [closed]) }),
    ).toEqual(allowed)
    expect(
      ask({
        tracker: createTrackerWithWorkflow({ isUsed: false, transitions: [] }),
        changed: findValue(status, [closed]),
      }),
    ).toEqual(allowed)
  })
  it('do not restrict the system itself', () => {
    const caller = { kind: 'system', reason: 'test' } as const
    const transitions = [{ ...toClosed, groups: [], notEmptyFields: [title], isCommentRequired: true }]
    expect(
      ask({ caller, tracker: createTrackerWithWorkflow({ transitions }), changed: findValue(status, [closed]) }),
    ).toEqual(allowed)
    expect(
      ask({ caller, tracker: createTrackerWithWorkflow({ transitions: [] }), changed: findValue(status, [closed]) }),
    ).toEqual(allowed)
  })

  it('allow exactly the listed transitions', () => {
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
        (...values) => {
          const [transitions, isUsed, current, target, isNew] = values
          fc.pre(!isNew || current === null)
          const chosen = (one: number | null) => findValue(status, one === null ? [] : [one])
          const tracker = createTrackerWithWorkflow({ transitions, isUsed })
          const { problems } = ask({ tracker, before: isNew ? null : chosen(current), changed: chosen(target) })
          const isListed = transitions.some((each) => each.from === current && each.to === target)
          expect(problems.length === 0).toBe(!isUsed || current === target || isListed)
        },
      ),
    )
  })
})

describe('conditions of a transition', () => {
  const close = (conditions: object, question: Partial<WorkflowContext> = {}) =>
    ask({
      tracker: createTrackerWithWorkflow({ transitions: [{ from: open, to: closed, ...conditions }] }),
      changed: findValue(status, [closed]),
      ...question,
    }).problems.map(String)

  it('require one of its groups, also of tracker administrators, but not of site administrators', () => {
    const refused = ['Transition permissions are not respected']
    expect(close({}, { caller: outsider })).toEqual(refused)
    expect(close({}, { caller: { kind: 'anonymous' } })).toEqual(refused)
    expect(close({ groups: [3] }, { caller: createMember({ administratorOf: new Set([118 as never]) }) })).toEqual(
      refused,
    )
    expect(close({}, { caller: createMember({ isSiteAdministrator: true }) })).toEqual([])
    expect(close({ groups: [1] }, { caller: { kind: 'anonymous' } })).toEqual([])
  })
  it('report only the missing permission if it is missing', () => {
    expect(close({ notEmptyFields: [title], isCommentRequired: true }, { caller: outsider })).toHaveLength(1)
  })
  it('require fields that are filled by this change or before', () => {
    const missing = "Invalid condition: the field 'Title (title)'must not be empty"
    const conditions = { notEmptyFields: [title] }
    expect(close(conditions)).toEqual([missing])
    expect(close(conditions, { before: { ...findValue(status, [open]), ...findValue(title, 'Crash') } })).toEqual([])
    expect(close(conditions, { changed: { ...findValue(status, [closed]), ...findValue(title, 'Crash') } })).toEqual([])
    const emptied = { ...findValue(status, [closed]), ...findValue(title, '') }
    expect(close(conditions, { before: findValue(title, 'Crash'), changed: emptied })).not.toEqual([])
  })
  it('report every missing field in use on its own line, before a missing comment', () => {
    expect(close({ notEmptyFields: [title, fields.retired, 999, details], isCommentRequired: true })).toEqual([
      "Invalid condition: the field 'Title (title)'must not be empty",
      "Invalid condition: the field 'Original Submission (details)'must not be empty",
    ])
  })
  it('name fields that the caller cannot read by their ids', () => {
    expect(close({ groups: [1], notEmptyFields: [title] }, { caller: outsider })).toEqual([
      "Invalid condition: the field '#2 (#2)'must not be empty",
    ])
  })
  it('require a comment with text', () => {
    const conditions = { isCommentRequired: true }
    expect(close(conditions, { comment: '  \n' })).toEqual(['Comment must not be empty.'])
    expect(close(conditions, { comment: 'why' })).toEqual([])
  })
  it('require no comment for a new artifact', () => {
    const tracker = createTrackerWithWorkflow({ transitions: [{ from: null, to: open, isCommentRequired: true }] })
    expect(ask({ tracker, before: null, changed: findValue(status, [open]) }).problems).toEqual([])
  })
  it('apply in a disabled legacy workflow, whose transitions do not', () => {
    const transitions = [{ from: open, to: closed, isCommentRequired: true }]
    const tracker = createTrackerWithWorkflow({ isUsed: false, isLegacy: true, transitions })
    expect(ask({ tracker, changed: findValue(status, [closed]) }).problems.map(String)).toEqual([
      'Comment must not be empty.',
    ])
    expect(ask({ tracker, changed: findValue(status, [lost]) })).toEqual(allowed)
  })
  it('are not reported as a problem of the value', () => {
    const tracker = createTrackerWithWorkflow({ transitions: [{ from: open, to: closed, isCommentRequired: true }] })
    expect(ask({ tracker, changed: findValue(status, [closed]) }).isAboutValue).toBe(false)
  })
})

describe('actions of a transition', () => {
  const close = (actions: readonly object[], question: Partial<WorkflowContext> = {}) =>
    ask({
      tracker: createTrackerWithWorkflow({ transitions: [{ from: open, to: closed, actions }] }),
      changed: findValue(status, [closed]),
      ...question,
    })

  it('set dates: the day, the minute if the field shows time, or no value', () => {
    const current = (field: number) => close([{ kind: 'set_date', field, value: 'current' }]).values
    expect(current(started)).toEqual(findValue(started, midnight))
    expect(current(dueAt)).toEqual(findValue(dueAt, now - 45))
    expect(close([{ kind: 'set_date', field: started, value: 'clear' }]).values).toEqual(findValue(started, null))
    expect(close([{ kind: 'set_date', field: started, value: null }]).values).toEqual({})
  })
  it('use the current day in the time zone of the server', () => {
    const late = { now: Date.UTC(2026, 10, 20, 23, 30) / 1000, timezone: 'Pacific/Auckland' }
    const { values } = close([{ kind: 'set_date', field: started, value: 'current' }], late)
    expect(values).toEqual(findValue(started, Date.UTC(2026, 10, 20, 11) / 1000))
  })
  it('set numbers', () => {
    const { values } = close([
      { kind: 'set_int', field: points, value: 0 },
      { kind: 'set_float', field: effort, value: 1.5 },
    ])
    expect(values).toEqual({ ...findValue(points, 0), ...findValue(effort, 1.5) })
  })
  it('ignore fields that are deleted, unused, or of another type', () => {
    for (const field of [999, fields.retired, title]) {
      expect(close([{ kind: 'set_int', field, value: 3 }]).values).toEqual({})
      expect(close([{ kind: 'set_date', field, value: 'current' }]).values).toEqual({})
    }
  })
  it('are reported, for those that run after the commit', () => {
    const actions = ['https://ci.example/a', 'https://ci.example/b'].map((jobUrl) => ({ kind: 'run_job', jobUrl }))
    expect(close(actions).actions).toEqual(actions)
  })
  it('do not run when a condition fails', () => {
    const actions = [
      { kind: 'set_int', field: points, value: 3 },
      { kind: 'run_job', jobUrl: 'https://ci.example/a' },
    ]
    expect(close(actions, { caller: outsider })).toMatchObject({ values: {}, actions: [] })
  })
  it('run for the system itself as well', () => {
    const caller = { kind: 'system', reason: 'test' } as const
    expect(close([{ kind: 'set_int', field: points, value: 3 }], { caller }).values).toEqual(findValue(points, 3))
  })
})

describe('fields frozen by a state', () => {
  const freeze = { kind: 'frozen_fields', fields: [title, points] }
  const transitions = [
    { from: null, to: open, actions: [freeze] },
    { from: open, to: closed },
  ]
  const frozen = (question: Partial<WorkflowContext>, more: object = {}) =>
    ask({
      tracker: createTrackerWithWorkflow({ isAdvanced: false, transitions, ...more }),
      changed: findValue(title, 'x'),
      ...question,
    }).frozen

  it('are those of the transitions into the state', () => {
    expect(frozen({})).toEqual([title, points])
    expect(frozen({ before: findValue(status, [closed]) })).toEqual([])
  })
  it('stay frozen during a transition to another state', () => {
    expect(frozen({ changed: findValue(status, [closed]) })).toEqual([title, points])
  })
  it('are not frozen for new artifacts, for the system, in advanced workflows and in disabled ones', () => {
    expect(frozen({ before: null })).toEqual([])
    expect(frozen({ caller: { kind: 'system', reason: 'test' } })).toEqual([])
    expect(frozen({}, { isAdvanced: true })).toEqual([])
    expect(frozen({}, { isUsed: false })).toEqual([])
  })
})
