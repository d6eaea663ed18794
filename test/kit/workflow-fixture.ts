import type { Field, FieldTypeName, StoredValues } from '../../src/fields/model/field.ts'
import { defaultOptions } from '../../src/trackers/model/definition.ts'
import type { Tracker, Transition } from '../../src/trackers/model/tracker.ts'
import { createMember } from './create-member.ts'
import { createField } from './field-fixture.ts'

// Tests brand plain numbers as ids, as request schemas do.
const id = (n: number): never => n as never

export const fields = {
  status: 1,
  title: 2,
  details: 3,
  started: 4,
  dueAt: 5,
  points: 6,
  effort: 7,
  retired: 8,
  area: 9,
  people: 10,
  teams: 11,
} as const

export const states = { open: 201, closed: 202, lost: 203 } as const

export const findValue = (field: number, of: unknown): StoredValues => ({ [field]: of })

/** A member of project 118, and a user without memberships. */
export const member = createMember({ memberOf: new Set([id(118)]) })
export const outsider = createMember()

const field = (number: number, type: FieldTypeName, name: string, label: string, more: Partial<Field> = {}): Field =>
  createField(type, {
    ...{ id: id(number), name, label, rank: number },
    permissions: { read: [id(3)], submit: [], update: [] },
    ...more,
  })

const choice = (number: number, label: string) => ({
  id: id(number),
  label,
  description: '',
  rank: number,
  isHidden: false,
  isDefault: false,
  color: '',
})

const choices = (...values: ReturnType<typeof choice>[]): Field['bind'] => ({
  kind: 'static',
  isAlphabetical: false,
  values,
})

const all: readonly Field[] = [
  field(fields.status, 'sb', 'status', 'Status', {
    bind: choices(choice(states.open, 'Open'), choice(states.closed, 'Closed'), choice(states.lost, 'Lost')),
  }),
  field(fields.title, 'string', 'title', 'Title'),
  field(fields.details, 'text', 'details', 'Original Submission'),
  field(fields.started, 'date', 'started', 'Start'),
  field(fields.dueAt, 'date', 'due_at', 'End', { properties: { display_time: 1 } }),
  field(fields.points, 'int', 'points', 'Points'),
  field(fields.effort, 'float', 'effort', 'Effort'),
  field(fields.retired, 'int', 'retired', 'Retired', { isUsed: false }),
  field(fields.area, 'msb', 'area', 'Area', {
    bind: choices(choice(301, 'Roof'), choice(302, 'Cellar'), choice(303, 'Garden')),
  }),
  field(fields.people, 'msb', 'people', 'People', { bind: { kind: 'users', sources: [], defaults: [] } }),
  field(fields.teams, 'msb', 'teams', 'Teams', {
    bind: {
      kind: 'ugroups',
      values: [
        { id: id(401), groupId: id(3), isHidden: false, isDefault: false },
        { id: id(402), groupId: id(205), isHidden: false, isDefault: false },
      ],
    },
  }),
]

interface WorkflowOptions {
  readonly isUsed?: boolean
  readonly isAdvanced?: boolean
  readonly isLegacy?: boolean
  /** By default, members may take a transition, without conditions and actions. */
  readonly transitions?: readonly object[]
}

/** Tracker 31, Bugs, of project 118, whose members can read its fields, with a workflow on its status; by default enabled and advanced. */
export function createTrackerWithWorkflow(options: WorkflowOptions = {}, more: Partial<Tracker> = {}): Tracker {
  const { isUsed = true, isAdvanced = true, isLegacy = false, transitions = [] } = options
  return {
    id: id(31),
    projectId: id(118),
    parentId: null,
    name: 'Bugs',
    itemName: 'bug',
    description: '',
    color: 'fiesta-red',
    options: defaultOptions,
    deletedOn: null,
    permissions: { admin: [], full: [id(1)], submitter: [], assignee: [], submitter_only: [], none: [] },
    fields: all,
    fieldById: new Map(all.map((each) => [each.id, each])),
    fieldByName: new Map(all.map((each) => [each.name, each])),
    semantics: {},
    rules: { dates: [], lists: [] },
    workflow: {
      field: id(fields.status),
      isUsed,
      isAdvanced,
      isLegacy,
      transitions: transitions.map(
        (each, index) =>
          ({
            id: index + 1,
            groups: [3],
            notEmptyFields: [],
            isCommentRequired: false,
            actions: [],
            ...each,
          }) as unknown as Transition,
      ),
    },
    ...more,
  }
}
