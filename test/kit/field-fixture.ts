import type { User } from '../../src/accounts/model/user.ts'
import type { ArchiveReadContext } from '../../src/fields/contexts/archive-read-context.ts'
import type { DescribeContext } from '../../src/fields/contexts/describe-context.ts'
import type { PresentContext } from '../../src/fields/contexts/present-context.ts'
import {
  createEmptyWriteNeeds,
  type FileToAttach,
  type LinkTarget,
  type ReverseLinkChange,
  type WriteContext,
  type WriteNeeds,
} from '../../src/fields/contexts/write-context.ts'
import type { Bind, Field, FieldTypeName } from '../../src/fields/model/field.ts'
import { cleanHtml, renderRichText, toPlainText } from '../../src/fields/texts/rich-text.ts'
import type { ArtifactId, FileId, UserId } from '../../src/kit/values/ids.ts'
import type { Viewer } from '../../src/kit/values/viewer.ts'
import { createMember } from './create-member.ts'

// Tests brand plain numbers as ids, as request schemas do.
const id = (n: number): never => n as never

/** A signed-in member without special permissions. */
const reader = createMember({ id: id(110), login: 'reader' })

const viewer: Viewer = {
  caller: reader,
  origin: 'https://tracker.example',
  timezone: 'Europe/Paris',
}

const userEntry = (n: number, login: string, realName: string, status: User['status'] = 'A'): [never, User] => [
  id(n),
  { id: id(n), login, realName, email: `${login}@example.com`, ldapId: null, status },
]

const users: ReadonlyMap<UserId, User> = new Map([
  userEntry(103, 'mira', 'Mira Sol'),
  userEntry(104, 'ole', 'Ole Berg'),
  userEntry(105, 'gone', 'Gone Away', 'S'),
])

const groups = new Map([[id(205), { id: id(205), projectId: id(118), name: 'Developers', description: '' }]])

/** A field of a type in tracker 31 of project 118; its id is 500. */
export const createField = (type: FieldTypeName, more: Partial<Field> = {}): Field => ({
  id: id(500),
  trackerId: id(31),
  parentId: null,
  type,
  name: 'some_field',
  label: 'Some field',
  description: '',
  rank: 1,
  isUsed: true,
  isRequired: false,
  hasNotifications: false,
  properties: {},
  bind: null,
  permissions: { read: [], submit: [], update: [] },
  ...more,
})

/** Red (the default), an old-coloured green, and a hidden blue. */
export const colorBind: Bind = {
  kind: 'static',
  isAlphabetical: false,
  values: [
    { id: id(301), label: 'red', description: '', rank: 1, isHidden: false, isDefault: true, color: 'fiesta-red' },
    { id: id(302), label: 'green', description: '', rank: 2, isHidden: false, isDefault: false, color: '#00ff10' },
    { id: id(303), label: 'blue', description: '', rank: 3, isHidden: true, isDefault: false, color: '' },
  ],
}

export const userBind: Bind = { kind: 'users', sources: [{ kind: 'members' }], defaults: [id(104)] }

/** Project members (301) and Developers (302). */
export const groupBind: Bind = {
  kind: 'ugroups',
  values: [
    { id: id(301), groupId: id(3), isHidden: false, isDefault: true },
    { id: id(302), groupId: id(205), isHidden: false, isDefault: false },
  ],
}

export const describeContext: DescribeContext = {
  viewer,
  now: 1_775_000_000,
  projectId: id(118),
  groups,
  membersOf: new Map([[id(3), [id(104), id(103), id(105)]]]),
  submittersOf: new Map([[id(31), [id(103)]]]),
  modifiersOf: new Map([[id(31), [id(104), id(103)]]]),
  users,
  openValues: new Map([[id(500), [{ id: 12, label: 'teal' }]]]),
  linkTypes: [{ shortName: '_is_child', forwardLabel: 'Child', reverseLabel: 'Parent' }],
  cleanHtml,
  maxUploadBytes: 67_108_864,
}

/** The tracker of every artifact here, in the reference form. */
export const bugTracker = {
  id: 31,
  uri: 'trackers/31',
  label: 'Bugs',
  color: 'fiesta-red',
  project: { id: 118, uri: 'projects/118', label: 'Harbor', icon: '' },
}

/** Artifact 742, number 7 of tracker 31; of its linked artifacts, the viewer sees 750 and 751. */
export const presentContext: PresentContext = {
  viewer,
  projectId: id(118),
  artifact: {
    id: id(742),
    number: 7,
    rank: 70,
    movedRank: null,
    submittedBy: id(103),
    submittedEmail: null,
    submittedOn: 1_770_000_000,
    updatedBy: null,
    updatedEmail: 'visitor@example.com',
    updatedOn: 1_775_000_000,
    reverseLinks: [
      { id: 751, type: '_is_child' },
      { id: 999, type: '' },
    ],
    crossReferences: [
      { keyword: 'bug', id: 751, projectId: id(118), direction: 'in' },
      { keyword: 'bug', id: 750, projectId: id(118), direction: 'out' },
    ],
    sums: new Map([[id(500), 33]]),
    burndowns: new Map([
      [
        id(500),
        {
          startsOn: 1_774_998_000,
          duration: 2,
          capacity: null,
          points: [
            { on: 1_774_998_000, remainingEffort: 5 },
            { on: 1_775_084_400, remainingEffort: null },
          ],
        },
      ],
    ]),
  },
  groups,
  users,
  files: new Map([
    [
      id(88),
      {
        id: id(88),
        name: "crane's 1.png",
        size: 20_411,
        mediaType: 'image/png',
        description: 'night shot',
        submittedBy: id(103),
      },
    ],
    [id(89), { id: id(89), name: 'log.txt', size: 5, mediaType: 'text/plain', description: '', submittedBy: null }],
  ]),
  openValues: new Map([[12, { id: 12, label: 'teal' }]]),
  linked: new Map([750, 751].map((n) => [id(n), { id: id(n), tracker: bugTracker }])),
  plainText: toPlainText,
  renderText: (text) =>
    renderRichText(text, (keyword, n) => (keyword === 'bug' ? { url: `/goto/${n}`, title: 'A bug' } : undefined)),
}

/** An archive with mira and ole, V301 to V303, the Developers, file 88 and artifact 10; collects problems. */
export function createArchiveReadContext(problems: string[] = []): ArchiveReadContext {
  let nextStep = 900
  const logins = new Map([
    ['mira', 103],
    ['ole', 104],
    ['None', 100],
  ])
  const toId = (n: number | undefined) => (n === undefined ? undefined : id(n))
  return {
    timezone: 'Europe/Paris',
    userOf: (_format, name) => toId(logins.get(name)),
    valueOf: (key) => toId({ V301: 301, V302: 302, V303: 303, V999: 999 }[key]),
    groupOf: (name) => toId({ Developers: 205, ugroup_project_members_name_key: 3 }[name]),
    fileOf: (reference) => toId({ fileinfo_88: 88 }[reference]),
    artifactOf: (old) => toId({ '10': 750, '11': 751 }[old]),
    linkType: (nature) => nature.trim(),
    openValueOf: (_field, label) => (label === 'teal' ? 12 : undefined),
    nextStepId: () => nextStep++,
    reportProblem: (_line, text) => problems.push(text),
  }
}

/** Results of parsing field input. */
export interface CollectedResults {
  readonly problems: string[]
  readonly reverseLinkChanges: ReverseLinkChange[]
}

const file = (n: number, more: Partial<FileToAttach> = {}): [never, FileToAttach] => [
  id(n),
  {
    ...{ id: id(n), fieldId: id(500), artifactId: null, submittedBy: id(110), status: 'complete', expiresOn: null },
    isVisible: false,
    ...more,
  },
]

/**
 * 88 is attached to artifact 742, 89 to 12, 90 to one that the reader cannot see; 91 is free, 92 is incomplete, 93
 * belongs to another user, 94 to another field. The reader uploaded 95, which is attached to that hidden artifact.
 */
const files: ReadonlyMap<FileId, FileToAttach> = new Map([
  file(88, { artifactId: id(742), status: 'attached', submittedBy: id(103), isVisible: true }),
  file(89, { artifactId: id(12), status: 'attached', submittedBy: id(103), isVisible: true }),
  file(90, { artifactId: id(13), status: 'attached', submittedBy: id(103) }),
  file(91),
  file(92, { status: 'pending' }),
  file(93, { submittedBy: id(103) }),
  file(94, { fieldId: id(501) }),
  file(95, { artifactId: id(13), status: 'attached' }),
])

const target = (n: number, more: Partial<LinkTarget> = {}): [never, LinkTarget] => [
  id(n),
  { id: id(n), isTrackerDeleted: false, isProjectActive: true, isVisible: true, hasLinkField: true, ...more },
]

/** 750 and 751 may be linked; the others have one flaw each. */
const targets: ReadonlyMap<ArtifactId, LinkTarget> = new Map([
  target(742),
  target(750),
  target(751),
  target(752, { isTrackerDeleted: true }),
  target(753, { isProjectActive: false }),
  target(754, { isVisible: false }),
  target(755, { hasLinkField: false }),
])

/**
 * The reader changes artifact 742 on 1 April 2026 in Paris; lists of users offer mira (103) and ole (104). A lookup of
 * data that was not collected as a need throws.
 */
export function writeContext(
  needs: WriteNeeds = createEmptyWriteNeeds(),
  more: Partial<WriteContext> = {},
): WriteContext & CollectedResults {
  const problems: string[] = []
  const reverseLinkChanges: ReverseLinkChange[] = []
  const labels = new Map([['teal', 12]])
  let steps = needs.stepCount
  let [nextStep, nextLabel] = [900, 20]
  const assertNeeded = <T>(key: T, noted: ReadonlySet<T> | undefined): T => {
    if (noted?.has(key) !== true) throw new Error(`${key} was looked up, but not collected as a need`)
    return key
  }
  return {
    caller: reader,
    projectId: id(118),
    timezone: 'Europe/Paris',
    now: 1_775_000_000,
    artifactId: id(742),
    currentValue: undefined,
    groups,
    userOf: (user) => users.get(assertNeeded(user, needs.users)),
    userByLogin: (login) => {
      assertNeeded(login.toLowerCase(), needs.logins)
      return [...users.values()].find((user) => user.login === login.toLowerCase())
    },
    userByEmail: (email) => {
      assertNeeded(email.toLowerCase(), needs.emails)
      return [...users.values()].find((user) => user.email === email.toLowerCase())
    },
    isOffered: (field, user) => [103, 104].includes(assertNeeded(user, needs.offered.get(field.id))),
    openValue: (_field, value) =>
      assertNeeded(value, needs.openValues) === 12 ? { id: 12, label: 'teal' } : undefined,
    getOrCreateOpenValue: (field, label) => {
      const isNumber = needs.openNumbers.get(field)?.has(Number(label)) === true
      if (!needs.openGroups.has(field) && !isNumber) assertNeeded(label, needs.openLabels.get(field))
      const labelId = labels.get(label) ?? nextLabel++
      labels.set(label, labelId)
      return { id: labelId, label }
    },
    openValuesOfNumber: (field, n) => ({
      byId: assertNeeded(n, needs.openNumbers.get(field)) === 12 ? { id: 12, label: 'teal' } : undefined,
    }),
    fileOf: (n) => files.get(assertNeeded(n, needs.files)),
    artifactOf: (n) => targets.get(needs.currentLinks.size > 0 ? n : assertNeeded(n, needs.artifacts)),
    linkType: (name) => {
      switch (name) {
        case '':
        case '_is_child':
          return 'usable'
        case 'old':
          return 'disabled'
        case '_covered_by':
          return 'reserved'
        default:
          return undefined
      }
    },
    nextStepId: () => {
      if (steps-- <= 0) throw new Error('More step ids were used than requested')
      return nextStep++
    },
    requestReverseLinks: (change) => reverseLinkChanges.push(change),
    reportProblem: (sentence) => problems.push(`${sentence}`),
    ...more,
    problems,
    reverseLinkChanges,
  }
}
