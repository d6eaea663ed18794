import { describe, expect, it } from 'vitest'
import { createMember } from '../../test/kit/create-member.ts'
import type { Field } from '../fields/model/field.ts'
import { message } from '../kit/messages/message.ts'
import { Refusal } from '../kit/messages/refusal.ts'
import { anonymous, type Caller } from '../kit/values/caller.ts'
import type { FieldId, ProjectId, TrackerId, UserGroupId, UserId } from '../kit/values/ids.ts'
import type { Project } from '../projects/model/project.ts'
import { defaultSettings } from '../site/model/settings.ts'
import { defaultOptions } from './model/definition.ts'
import type { Tracker } from './model/tracker.ts'
import {
  canSeeTracker,
  filterReadableFields,
  getFieldRights,
  isTrackerAdministrator,
  mayAdministerTracker,
  mayListTrackers,
  mayReadReport,
  mayRemoveTracker,
  mayRestoreTracker,
  maySeeTracker,
} from './policy.ts'

const home = 101 as ProjectId
const testers = 105 as UserGroupId
const groups = (...ids: number[]): UserGroupId[] => ids as UserGroupId[]

const callers = {
  visitor: anonymous,
  stranger: createMember(),
  insider: createMember({ memberOf: new Set([home]) }),
  tester: createMember({ memberOf: new Set([home]), groups: new Set([testers]) }),
  'project administrator': createMember({ memberOf: new Set([home]), administratorOf: new Set([home]) }),
  'administrator of all trackers': createMember({ permissions: new Set(['tracker_administration'] as const) }),
  'site administrator': createMember({ isSiteAdministrator: true }),
  product: { kind: 'system', reason: 'test' },
} as const satisfies Record<string, Caller>
type CallerName = keyof typeof callers

const project = (parts: Partial<Project> = {}): Project => ({
  id: home,
  shortName: 'garden',
  name: 'Garden',
  description: '',
  icon: '',
  access: 'public',
  status: 'active',
  isTemplate: false,
  isSynchronized: false,
  banner: null,
  createdOn: 0,
  ...parts,
})
const noPermissions = { admin: [], full: [], submitter: [], assignee: [], submitter_only: [], none: [] }
const tracker = (parts: Partial<Tracker> = {}): Tracker => ({
  id: 1 as TrackerId,
  projectId: home,
  parentId: null,
  name: 'Bugs',
  itemName: 'bug',
  description: '',
  color: 'inca-silver',
  options: defaultOptions,
  deletedOn: null,
  permissions: noPermissions,
  fields: [],
  fieldById: new Map(),
  fieldByName: new Map(),
  semantics: {},
  rules: { dates: [], lists: [] },
  workflow: null,
  ...parts,
})
const field = (parts: Partial<Field> = {}): Field => ({
  id: 901 as FieldId,
  trackerId: 1 as TrackerId,
  parentId: null,
  type: 'string',
  name: 'title',
  label: 'Title',
  description: '',
  rank: 0,
  isUsed: true,
  isRequired: false,
  hasNotifications: false,
  properties: {},
  bind: null,
  permissions: { read: [], submit: [], update: [] },
  ...parts,
})

const allCallers = Object.keys(callers) as CallerName[]
const callersThat = (test: (caller: Caller) => boolean): CallerName[] =>
  allCallers.filter((name) => test(callers[name]))
const administrators: CallerName[] = [
  'project administrator',
  'administrator of all trackers',
  'site administrator',
  'product',
]

describe('a tracker', () => {
  it.each([
    ['no group', noPermissions, administrators],
    ['all users', { ...noPermissions, full: groups(1) }, allCallers],
    ['members', { ...noPermissions, submitter: groups(3) }, ['insider', 'tester', ...administrators]],
    ['a group, as assignee', { ...noPermissions, assignee: groups(105) }, ['tester', ...administrators]],
    ['a group, its own', { ...noPermissions, submitter_only: groups(105) }, ['tester', ...administrators]],
    ['a group, as administrator', { ...noPermissions, admin: groups(105) }, ['tester', ...administrators]],
    ['all users, without any permission', { ...noPermissions, none: groups(1) }, administrators],
  ])('open to %s is seen by them', (_, permissions, expected) => {
    const callers = callersThat((caller) => canSeeTracker(caller, tracker({ permissions }), project(), defaultSettings))
    expect(callers.sort()).toEqual([...expected].sort())
  })
  it('is administered by administrators of the project and the site, and by groups with the permission', () => {
    const permissions = { ...noPermissions, admin: groups(105), full: groups(1) }
    expect(callersThat((caller) => isTrackerAdministrator(caller, tracker({ permissions }))).sort()).toEqual(
      ['tester', ...administrators].sort(),
    )
  })
  it('is invisible when deleted', () => {
    const deletedTracker = tracker({ deletedOn: 1, permissions: { ...noPermissions, full: groups(1) } })
    expect(callersThat((caller) => canSeeTracker(caller, deletedTracker, project(), defaultSettings))).toEqual([])
  })

  const open = tracker({ permissions: { ...noPermissions, full: groups(1) } })
  it.each([
    ['that does not exist', 'stranger', undefined, project(), new Refusal('absent')],
    ['of a private project', 'stranger', open, project({ access: 'private' }), new Refusal('forbidden')],
    ['of a private project', 'visitor', open, project({ access: 'private' }), new Refusal('unauthenticated')],
    [
      'of a suspended project',
      'project administrator',
      open,
      project({ status: 'suspended' }),
      new Refusal('forbidden', 'This project is suspended'),
    ],
    ['one may not see', 'stranger', tracker(), project(), new Refusal('absent')],
    ['one may not see', 'visitor', tracker(), project(), new Refusal('unauthenticated')],
    ['that is deleted', 'visitor', tracker({ deletedOn: 1 }), project(), new Refusal('absent')],
  ] as const)('%s is refused to the %s', (_, name, subject, where, refusal) => {
    const asking = () => maySeeTracker(callers[name], subject, where, defaultSettings)
    expect(asking).toThrow(expect.objectContaining({ kind: refusal.kind, message: refusal.message }))
  })
  it('of a private project is seen by administrators of all trackers, if the project is active', () => {
    const name = 'administrator of all trackers'
    const see = (parts: Partial<Project>) => maySeeTracker(callers[name], open, project(parts), defaultSettings)
    expect(see({ access: 'private' }).subject).toBe(open)
    expect(() => see({ access: 'private', status: 'suspended' })).toThrow('This project is suspended')
    expect(() => see({ access: 'private', status: 'pending' })).toThrow('Project does not exist')
  })
  it('is refused with a translated message when invisible', () => {
    expect(() => maySeeTracker(callers.stranger, tracker(), project(), defaultSettings)).toThrow(
      expect.objectContaining({
        details: { translated: message`You cannot access this tracker or it does not exist` },
      }),
    )
  })
  it('is changed only by its administrators', () => {
    const allowed = callersThat((caller) => {
      try {
        return mayAdministerTracker(caller, open, project(), defaultSettings).subject === open
      } catch (refusal) {
        expect(refusal).toMatchObject({
          kind: 'forbidden',
          details: { translated: message`You must be tracker administrator to access this resource.` },
        })
        return false
      }
    })
    expect(allowed).toEqual(administrators)
  })
  it('of a suspended project is changed only by the system', () => {
    const suspended = project({ status: 'suspended' })
    expect(() => mayAdministerTracker(callers['site administrator'], open, suspended, defaultSettings)).toThrow(
      expect.objectContaining({ kind: 'forbidden', message: 'This project is suspended' }),
    )
    expect(mayAdministerTracker(callers.product, open, suspended, defaultSettings).subject).toBe(open)
  })
  it.each([
    ['is deleted by its administrators', mayRemoveTracker],
    ['is restored by administrators of its project', mayRestoreTracker],
  ])('%s', (_fact, may) => {
    const deleted = { ...open, deletedOn: may === mayRestoreTracker ? 1 : null }
    const allowed = callersThat((caller) => {
      try {
        return may(caller, deleted, project(), defaultSettings).subject === deleted
      } catch {
        return false
      }
    })
    expect(allowed).toEqual(
      may === mayRestoreTracker ? ['project administrator', 'site administrator', 'product'] : administrators,
    )
  })
  it('is deleted again only by site administrators', () => {
    const deleted = { ...open, deletedOn: 1 }
    expect(mayRemoveTracker(callers.product, deleted, project(), defaultSettings).subject).toBe(deleted)
    expect(() => mayRemoveTracker(callers['project administrator'], deleted, project(), defaultSettings)).toThrow()
  })
})

describe('the trackers of a suspended project', () => {
  it('are listed for its administrators and refused to members', () => {
    const suspended = project({ status: 'suspended' })
    const list = (name: CallerName) => mayListTrackers(callers[name], suspended, defaultSettings).subject
    expect(list('project administrator')).toBe(suspended)
    expect(list('administrator of all trackers')).toBe(suspended)
    expect(() => list('insider')).toThrow(
      expect.objectContaining({ kind: 'forbidden', message: 'This project is suspended' }),
    )
  })
})

describe('a field', () => {
  const rightsOf = (of: Field) =>
    Object.fromEntries(
      allCallers.map((name) => {
        const { canRead, canSubmit, canUpdate } = getFieldRights(callers[name], tracker())
        return [name, [canRead(of) && 'r', canSubmit(of) && 's', canUpdate(of) && 'u'].filter(Boolean).join('')]
      }),
    )
  it('is readable with the update permission, but not for project administrators as such', () => {
    const permissions = { read: groups(105), submit: groups(2), update: groups(105) }
    expect(rightsOf(field({ permissions }))).toEqual({
      visitor: '',
      stranger: 's',
      insider: 's',
      tester: 'rsu',
      'project administrator': 's',
      'administrator of all trackers': 's',
      'site administrator': 'rsu',
      product: 'rsu',
    })
    expect(rightsOf(field({ permissions: { read: [], submit: [], update: groups(3) } })).insider).toBe('ru')
  })
  it('set by the system is read-only', () => {
    const permissions = { read: groups(1), submit: groups(1), update: groups(1) }
    expect(rightsOf(field({ type: 'subby', permissions }))).toMatchObject({ insider: 'r', product: 'r' })
  })
  it('for layout is readable by all users', () => {
    expect(rightsOf(field({ type: 'fieldset' }))).toMatchObject({ visitor: 'r', insider: 'r', product: 'r' })
  })
  it('is not readable when unused', () => {
    const permissions = { read: groups(1), submit: [], update: [] }
    const [used, unused] = [field({ permissions }), field({ permissions, isUsed: false })]
    expect(filterReadableFields(anonymous, tracker({ fields: [used, unused, field()] }))).toEqual([used])
  })
})

describe('a report', () => {
  const report = (userId: number | null) =>
    ({ id: 1, userId: userId as UserId | null }) as unknown as Parameters<typeof mayReadReport>[1]
  it('of another user is absent, even for site administrators', () => {
    expect(() => mayReadReport(callers['site administrator'], report(999), 'yes')).toThrow(new Refusal('absent'))
    expect(() => mayReadReport(callers.insider, undefined, 'yes')).toThrow(new Refusal('absent'))
    expect(() => mayReadReport(anonymous, undefined, 'yes')).toThrow(new Refusal('absent'))
    expect(() => mayReadReport(anonymous, report(999), 'yes')).toThrow(new Refusal('unauthenticated'))
  })
  it('of the project, and a personal one, is readable', () => {
    for (const userId of [null, 102]) expect(mayReadReport(callers.insider, report(userId), 'yes').action).toBe('read')
  })
  it('of an invisible tracker is forbidden, or requires sign-in', () => {
    expect(() => mayReadReport(callers.insider, report(null), { no: 'absent' })).toThrow(new Refusal('forbidden'))
    expect(() => mayReadReport(anonymous, report(null), { no: 'unauthenticated' })).toThrow(
      new Refusal('unauthenticated'),
    )
  })
})
