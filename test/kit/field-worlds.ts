import type { ArchiveReading } from '../../src/fields/archive-reading.ts'
import type { Describing } from '../../src/fields/describing.ts'
import type { Bind, Field, FieldTypeName } from '../../src/fields/field.ts'
import type { Presenting } from '../../src/fields/presenting.ts'
import { renderRichText } from '../../src/fields/rich-text.ts'
import type { Viewer } from '../../src/kit/viewer.ts'
import type { User } from '../../src/platform/model/user.ts'
import { aMember } from './callers.ts'

// Ids are made from plain numbers here, as a schema would at the edge.
const id = (n: number): never => n as never

/** A member who has signed in and may do nothing special. */
const aReader = aMember({ id: id(110), login: 'reader' })

const viewer: Viewer = {
  caller: aReader,
  origin: 'https://tracker.example',
  timezone: 'Europe/Paris',
}

const person = (n: number, login: string, realName: string, status: User['status'] = 'A'): [never, User] => [
  id(n),
  { id: id(n), login, realName, email: `${login}@example.com`, ldapId: null, status },
]

const users = new Map([
  person(103, 'mira', 'Mira Sol'),
  person(104, 'ole', 'Ole Berg'),
  person(105, 'gone', 'Gone Away', 'S'),
])

const groups = new Map([[id(205), { id: id(205), projectId: id(118), name: 'Developers', description: '' }]])

/** A field of a type in tracker 31 of project 118; its id is 500. */
export const aField = (type: FieldTypeName, more: Partial<Field> = {}): Field => ({
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
export const colours: Bind = {
  kind: 'static',
  isAlphabetical: false,
  values: [
    { id: id(301), label: 'red', description: '', rank: 1, isHidden: false, isDefault: true, color: 'fiesta-red' },
    { id: id(302), label: 'green', description: '', rank: 2, isHidden: false, isDefault: false, color: '#00ff10' },
    { id: id(303), label: 'blue', description: '', rank: 3, isHidden: true, isDefault: false, color: '' },
  ],
}

export const people: Bind = { kind: 'users', sources: [{ kind: 'members' }], defaults: [id(104)] }

/** Project members (301) and Developers (302). */
export const teams: Bind = {
  kind: 'ugroups',
  values: [
    { id: id(301), groupId: id(3), isHidden: false, isDefault: true },
    { id: id(302), groupId: id(205), isHidden: false, isDefault: false },
  ],
}

export const describing: Describing = {
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
  maxUploadBytes: 67_108_864,
}

/** The tracker of every artifact here, in the reference form. */
export const bugs = {
  id: 31,
  uri: 'trackers/31',
  label: 'Bugs',
  color: 'fiesta-red',
  project: { id: 118, uri: 'projects/118', label: 'Harbor', icon: '' },
}

/** Artifact 742, number 7 of tracker 31; of the artifacts it is linked with the viewer sees 750 and 751. */
export const presenting: Presenting = {
  viewer,
  projectId: id(118),
  artifact: {
    id: id(742),
    number: 7,
    rank: 70,
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
          isUnderCalculation: false,
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
  linked: new Map([750, 751].map((n) => [id(n), { id: id(n), tracker: bugs }])),
  renderText: (text) =>
    renderRichText(text, (keyword, n) => (keyword === 'bug' ? { url: `/goto/${n}`, title: 'A bug' } : undefined)),
}

/** An archive that knows mira and ole, V301 to V303, the Developers, file 88 and artifact 10; notes problems. */
export function anArchive(problems: string[] = []): ArchiveReading {
  let nextStep = 900
  const logins = new Map([
    ['mira', 103],
    ['ole', 104],
    ['None', 100],
  ])
  const found = (n: number | undefined) => (n === undefined ? undefined : id(n))
  return {
    timezone: 'Europe/Paris',
    userOf: (_format, name) => found(logins.get(name)),
    valueOf: (key) => found({ V301: 301, V302: 302, V303: 303, V999: 999 }[key]),
    groupOf: (name) => found({ Developers: 205, ugroup_project_members_name_key: 3 }[name]),
    fileOf: (reference) => found({ fileinfo_88: 88 }[reference]),
    artifactOf: (old) => found({ '10': 750, '11': 751 }[old]),
    isLinkType: (name) => name === '_is_child',
    openValueOf: (_field, label) => (label === 'teal' ? 12 : undefined),
    takeStepId: () => nextStep++,
    problem: (_line, text) => problems.push(text),
  }
}
