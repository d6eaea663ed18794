import type { RefusalCode } from '../../../src/trackers/xml/finding-codes.ts'
import type { Choices } from './choices.ts'
import { unsafeLogins } from './pools.ts'
import { buildElement, generateWord, listEveryElement, type Xml } from './xml.ts'

/** The documents of an archive before serialization; a cause changes them. */
export interface Documents {
  project: Xml | undefined
  users: Xml | undefined
  /** Changes to the bytes of project.xml. */
  readonly byteChanges: ((bytes: Buffer) => Buffer)[]
}

/** Adds a reason for rejection to an archive; returns undefined if the archive has no part to which it applies. */
type Cause = (documents: Documents, choices: Choices) => RefusalCode | undefined

/** docs/api/archive-format.md §1.8, the rows of its first table that imply no other problem. */
const causes: readonly Cause[] = [
  (documents, choices) => {
    if (choices.once(2)) documents.users = undefined
    else documents.project = undefined
    return 'document-missing'
  },
  ({ project }) => {
    if (project !== undefined) project.name = 'archive'
    return 'wrong-root'
  },
  ({ byteChanges }, choices) => {
    byteChanges.push(
      choices.pick([
        (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 4) * 2),
        () => Buffer.from('<!DOCTYPE project [<!ENTITY x "y">]><project/>'),
        () => Buffer.from('<project unix-name="x">&undeclared;</project>'),
        () => Buffer.from([0x3c, 0x70, 0xff, 0x3e]),
        () => Buffer.alloc(0),
      ]),
    )
    return 'unreadable'
  },
  ({ project }, choices) => without(attributeOf(project, ['unix-name', 'full-name', 'description', 'access']), choices),
  ({ project }, choices) =>
    without(
      every(project, 'formElement')
        .filter(({ attributes }) => knownTypes.has(attributes['type']?.trim() ?? ''))
        .flatMap((element) => attributeOf(element, ['ID', 'rank', 'type'])),
      choices,
    ),
  ({ project }, choices) =>
    without(
      every(project, 'changeset').flatMap((changeset) => partsOf(changeset, ['submitted_by', 'submitted_on'])),
      choices,
    ),
  ({ users }, choices) =>
    without(
      every(users, 'user').flatMap((user) => partsOf(user, ['realname', 'email'])),
      choices,
    ),
  ({ project }, choices) => {
    if (project !== undefined)
      project.attributes['unix-name'] = choices.pick(['two words', 'über', 'a/b', 'taken', 'x.y'])
    return 'short-name'
  },
  ({ project }) => {
    const groups = buildElement('ugroups', {}, [
      buildElement('ugroup', { name: 'team', description: '' }, [
        buildElement('members', {}, [generateWord('member', 'ghost of nobody', { format: 'username' })]),
      ]),
    ])
    if (project === undefined || project.children.some(({ name }) => name === 'ugroups')) return undefined
    project.children.push(groups)
    return 'unresolved-user'
  },
  ({ users }, choices) => {
    users?.children.push(buildUserElement('900', choices.pick(unsafeLogins)))
    return 'unsafe-login'
  },
  ({ users }) => {
    users?.children.push(buildUserElement('900', 'long'.repeat(700)))
    return 'unstorable-value'
  },
  ({ project }, choices) => {
    const names = every(project, 'tracker').flatMap((tracker) =>
      tracker.children.filter(({ name }) => name === 'item_name'),
    )
    if (names.length === 0) return undefined
    choices.pick(names).text = choices.pick(['', 'two words', 'a-b', 'x'.repeat(300)])
    return 'tracker-name'
  },
  ({ project }, choices) => {
    const [one, other] = choices.shuffled(
      every(project, 'item').filter(({ attributes }) => attributes['ID']?.startsWith('V') === true),
    )
    if (one === undefined || other === undefined) return undefined
    one.attributes['ID'] = other.attributes['ID'] as string
    return 'repeated-id'
  },
  ({ project }, choices) => {
    const dates = every(project, 'changeset').flatMap(({ children }) =>
      children.filter(({ name }) => name === 'submitted_on'),
    )
    if (dates.length === 0) return undefined
    choices.pick(dates).text = choices.pick(['yesterday', '2026-13-01', '', '12/31/2026'])
    return 'unreadable-date'
  },
]

/** docs/api/trackers.md §5: types whose elements are imported. */
const knownTypes: ReadonlySet<string> = new Set(['string', 'text', 'int', 'float', 'date', 'sb', 'fieldset', 'column'])

/** Applies one cause to the documents; returns its code. */
export function addRefusalCause(documents: Documents, choices: Choices): RefusalCode {
  for (const cause of choices.shuffled(causes)) {
    const code = cause(documents, choices)
    if (code !== undefined) return code
  }
  throw new Error('No cause applies to the archive')
}

export const buildUserElement = (
  id: string,
  login: string,
  more: Partial<Record<'realname' | 'email' | 'ldapid', string>> = {},
): Xml =>
  buildElement('user', {}, [
    generateWord('id', id),
    generateWord('username', login),
    generateWord('realname', more.realname ?? login),
    generateWord('email', more.email ?? ''),
    generateWord('ldapid', more.ldapid ?? ''),
  ])

const every = (root: Xml | undefined, name: string): Xml[] =>
  root === undefined ? [] : [...listEveryElement(root)].filter((element) => element.name === name)

const attributeOf = (element: Xml | undefined, names: readonly string[]): (() => void)[] =>
  names
    .filter((name) => element?.attributes[name] !== undefined)
    .map((name) => () => {
      delete element?.attributes[name]
    })

const partsOf = (element: Xml, names: readonly string[]): (() => void)[] =>
  names.map((name) => () => {
    const at = element.children.findIndex((child) => child.name === name)
    if (at >= 0) element.children.splice(at, 1)
  })

function without(removals: readonly (() => void)[], choices: Choices): RefusalCode | undefined {
  if (removals.length === 0) return undefined
  choices.pick(removals)()
  return 'required-part-missing'
}
