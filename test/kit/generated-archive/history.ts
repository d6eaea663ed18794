import type { Choices } from './choices.ts'
import type { KnownField } from './form.ts'
import { groupNames, linkTypes, texts, unknownGroups } from './pools.ts'
import { buildElement, generateText, generateWord, type Xml } from './xml.ts'

/** A user of users.xml, with the names by which the rest of the archive refers to them. */
export interface GeneratedUser {
  readonly id: string
  readonly login: string
  readonly ldapId: string
}

/** A forward link with the id of its target in the archive. */
interface ExpectedLink {
  readonly oldId: string
  readonly type: string
}

/** The value of a field after the last changeset; undefined if no changeset sets it. */
export type ExpectedValue =
  | { readonly is: 'text'; readonly text: string; readonly format?: string }
  | { readonly is: 'number'; readonly number: number | null }
  | { readonly is: 'day'; readonly day: string | null }
  | { readonly is: 'moment'; readonly moment: number | null }
  | { readonly is: 'labels'; readonly labels: readonly string[] }
  | { readonly is: 'users'; readonly logins: readonly string[] }
  | { readonly is: 'links'; readonly links: readonly ExpectedLink[] }
  | { readonly is: 'files'; readonly sizes: readonly number[] }
  | { readonly is: 'groups'; readonly names: readonly string[] }
  | { readonly is: 'steps'; readonly count: number }

export interface ExpectedArtifact {
  readonly oldId: string
  readonly author: string | null
  readonly comments: readonly string[]
  /** By short name of the field. */
  readonly values: ReadonlyMap<string, ExpectedValue>
}

/** Data that the artifacts of an archive share. */
export interface HistoryOptions {
  readonly choices: Choices
  readonly users: readonly GeneratedUser[]
  /** Artifact ids of the archive. */
  readonly ids: readonly string[]
  readonly files: Map<string, Buffer>
  /** Returns the next id of a file element; ids are unique in the archive. */
  nextFile(): number
}

interface GeneratedChange {
  readonly element: Xml
  readonly value: ExpectedValue | undefined
}

/** An artifact and its expected state; undefined if it has no changeset and is skipped. */
export function generateArtifact(
  oldId: string | undefined,
  fields: readonly KnownField[],
  options: HistoryOptions,
): { readonly element: Xml; readonly expected: ExpectedArtifact | undefined } {
  const { choices } = options
  const attached = new Map<string, number[]>()
  const fileElements: Xml[] = []
  const count = choices.once(8) ? 0 : choices.integer(1, 4)
  const values = new Map<string, ExpectedValue>()
  const comments: string[] = []
  let author: string | null = null
  const changesets = Array.from({ length: count }, (_, index) => {
    const by = signatureOf(index, options)
    if (index === 0) author = by.login
    const isBroken = index > 0 && fields.length > 0 && choices.once(12)
    const changedFields = choices.shuffled(fields).slice(0, choices.integer(0, fields.length))
    const changes: Xml[] = []
    for (const field of changedFields) {
      if (isBroken && field.kind === 'file') continue
      const changed = changeOf(field, { ...options, attached, fileElements })
      if (changed === undefined) continue
      changes.push(changed.element)
      if (changed.value !== undefined && !isBroken) values.set(field.shortName, changed.value)
    }
    if (isBroken) {
      const attributes = { field_name: (fields[0] as KnownField).name, type: 'of another version' }
      changes.push(buildElement('field_change', attributes, [generateText('value', 'x')]))
    }
    if (choices.once(6))
      changes.push(
        buildElement('field_change', { field_name: 'no_such_field', type: 'string' }, [generateText('value', 'x')]),
      )
    const { element, last } = commentsOf(index, options)
    if (last !== undefined && !isBroken) comments.push(last)
    const parts = [
      ...by.parts,
      ...element,
      ...changes,
      ...(choices.once(12) ? [buildElement('x-odd', { of: 'a changeset' })] : []),
    ]
    // The order of changes in a changeset has no meaning.
    return buildElement('changeset', {}, choices.shuffled(parts))
  })
  const element = buildElement('artifact', { id: oldId, tracker_id: choices.pick([undefined, '12']) }, [
    ...choices.shuffled(changesets),
    ...fileElements,
    ...(choices.once(12) ? [buildElement('x-odd', { of: 'an artifact' }, [generateText('x', 'y')])] : []),
  ])
  return { element, expected: count === 0 ? undefined : { oldId: oldId ?? '', author, comments, values } }
}

/** Each changeset has a later date, in one of the accepted formats. */
function momentOf(index: number, { choices }: HistoryOptions): string {
  const day = `2026-0${1 + index}-1${choices.integer(0, 8)}`
  return choices.pick([
    `${day}T09:14:03+01:00`,
    `${day}T09:14:03Z`,
    `${day}T23:59:59-0800`,
    `${day}T00:00:00+14:00`,
    `${day} 09:14:03`,
    `${day}T09:14:03.250Z`,
    `${day}T09:14Z`,
    day,
  ])
}

interface Signature {
  readonly parts: Xml[]
  readonly login: string | null
}

function signatureOf(index: number, options: HistoryOptions): Signature {
  const { choices, users } = options
  const on = generateWord('submitted_on', momentOf(index, options), { format: choices.pick(['ISO8601', undefined]) })
  const user = users.length === 0 ? undefined : choices.pick(users)
  if (user === undefined || choices.once(6)) {
    const email = choices.pick(['stranger@example.com', 'Nobody Known', ''])
    const attributes = { format: 'email', is_anonymous: choices.pick(['1', undefined]) }
    return { parts: [generateWord('submitted_by', email, attributes), on], login: null }
  }
  if (index > 0 && choices.once(6))
    return { parts: [generateWord('submitted_by', 'ghost', { format: 'username' }), on], login: null }
  const { content, format } = choices.pick(namesOf(user))
  return { parts: [generateWord('submitted_by', content, { format }), on], login: user.login }
}

const namesOf = ({ id, login, ldapId }: GeneratedUser) => [
  { content: login, format: 'username' },
  { content: login, format: undefined },
  ...(ldapId === '' ? [] : [{ content: ldapId, format: 'ldap' }]),
  ...(id === '' ? [] : [{ content: id, format: 'id' }]),
]

/** The comments of a changeset are versions of one comment; the last non-empty one counts. */
function commentsOf(
  index: number,
  options: HistoryOptions,
): { readonly element: Xml[]; readonly last: string | undefined } {
  const { choices } = options
  if (choices.once(4)) return { element: [], last: undefined }
  let last: string | undefined
  const comments = choices.some(3, () => {
    const body = choices.pick([...texts, '', '  \n '])
    if (body.trim() !== '') last = body.trim()
    const groups = choices.some(2, () => generateWord('ugroup', choices.pick([...groupNames, ...unknownGroups])))
    return buildElement('comment', {}, [
      ...(choices.once(4) ? [] : signatureOf(index, options).parts),
      generateWord('body', body, { format: choices.pick(['text', 'html', 'commonmark', 'rtf', undefined]) }),
      ...(choices.once(4) ? [buildElement('private_ugroups', {}, groups)] : []),
    ])
  })
  return { element: [buildElement('comments', {}, comments)], last }
}

interface ChangeOptions extends HistoryOptions {
  readonly attached: Map<string, number[]>
  readonly fileElements: Xml[]
}

function changeOf(field: KnownField, options: ChangeOptions): GeneratedChange | undefined {
  const { choices, users } = options
  const { name, kind } = field
  const fieldName = choices.pick([
    name,
    name,
    name.toUpperCase().toLowerCase() === name.toLowerCase() ? name.toUpperCase() : name,
  ])
  const change = (type: string, children: readonly Xml[], attributes = {}): Xml =>
    buildElement('field_change', { field_name: fieldName, type, ...attributes }, children)
  switch (kind) {
    case 'string': {
      const content = choices.pick([...texts, ''])
      return { element: change('string', [generateText('value', content)]), value: { is: 'text', text: content } }
    }
    case 'text': {
      const content = choices.pick([...texts, ''])
      const format = choices.pick(['text', 'html', 'commonmark', 'TEXT', undefined])
      return {
        element: change('text', [generateText('value', content, { format })]),
        value: { is: 'text', text: content, format },
      }
    }
    case 'int':
    case 'float': {
      const whole = ['5', '-3', '+7', '007', '0', '-0', '9007199254740993', '99999999999999999999999']
      const fraction = ['1.5', '-0.0', '1e3', '1E-7', '123456789.123456789']
      const digits = choices.pick([...whole, ...(kind === 'float' ? fraction : []), ''])
      const number = digits === '' ? null : Number(digits) + 0
      if (choices.once(10))
        return {
          element: change(kind, [generateText('value', choices.pick(['abc', '1e999', '0x10', 'NaN', '１２']))]),
          value: undefined,
        }
      return { element: change(kind, [generateWord('value', digits)]), value: { is: 'number', number } }
    }
    case 'computed': {
      const digits = choices.pick(['5', '1.5', '-0', ''])
      const number = digits === '' ? null : Number(digits) + 0
      const element =
        digits === ''
          ? generateText('is_autocomputed', '1')
          : generateText(choices.pick(['manual_value', 'value']), digits)
      return { element: change('computed', [element]), value: { is: 'number', number } }
    }
    case 'date':
      return changedDay(change, choices)
    case 'time':
      return changedMoment(change, choices)
    case 'sb':
    case 'rb':
    case 'msb':
    case 'cb':
    case 'tbl':
      return changedList(field, change, choices)
    case 'users': {
      const picked = users.length === 0 ? [] : choices.some(3, () => choices.pick(users))
      const values = picked.map((user) => {
        const { content, format } = choices.pick(namesOf(user))
        return generateWord('value', content, { format })
      })
      const more = choices.once(4)
        ? [generateWord('value', choices.pick(['ghost', 'None', '']), { format: 'username' })]
        : []
      const logins = [...new Set(picked.map(({ login }) => login.toLowerCase()))]
      return { element: change('list', [...values, ...more], { bind: 'users' }), value: { is: 'users', logins } }
    }
    case 'art_link': {
      const links = choices.some(4, () => ({
        oldId: choices.pick([...options.ids, '99999', '0']),
        type: choices.pick(linkTypes),
      }))
      const values = links.map(({ oldId, type }) =>
        generateWord('value', oldId, { nature: type === '' ? choices.pick(['', undefined]) : type }),
      )
      const empty = choices.once(6) ? [buildElement('value')] : []
      return { element: change('art_link', [...values, ...empty]), value: { is: 'links', links } }
    }
    case 'file':
      return changedFiles(field, change, options)
    case 'perm': {
      if (choices.once(3))
        return { element: change('permissions_on_artifact', [], { use_perm: '0' }), value: { is: 'groups', names: [] } }
      const names = choices.some(3, () => choices.pick(['members', 'ghosts', 'admins'] as const))
      const children = names.map((each) => buildElement('ugroup', { ugroup_name: groupKeys[each] }))
      const knownGroups = [...new Set(names.filter((each) => each !== 'ghosts').map((each) => `project_${each}`))]
      return {
        element: change('permissions_on_artifact', children, { use_perm: '1' }),
        value: { is: 'groups', names: knownGroups.length > 0 ? knownGroups : ['project_admins'] },
      }
    }
    case 'ttmstepdef': {
      const steps = choices.some(3, () =>
        buildElement('step', {}, [
          generateText('description', choices.pick(texts), { format: choices.pick(['text', 'html', undefined]) }),
          ...(choices.once(4) ? [] : [generateText('expected_results', choices.pick(texts), { format: 'commonmark' })]),
        ]),
      )
      const element = buildElement('external_field_change', { field_name: name, type: 'ttmstepdef' }, steps)
      return { element, value: { is: 'steps', count: steps.length } }
    }
    default:
      return kind satisfies never
  }
}

const groupKeys = {
  members: 'ugroup_project_members_name_key',
  admins: 'ugroup_project_admins_name_key',
  ghosts: 'ghosts',
} as const

type MakeChange = (type: string, children: readonly Xml[], attributes?: Record<string, string>) => Xml

function changedDay(change: MakeChange, choices: Choices): GeneratedChange {
  const day = choices.pick(['2026-04-01', '1969-12-31', '2000-02-29', '9999-12-31', '0001-01-01', '1900-01-01'])
  const text = choices.pick([day, `${day}T00:00:00+02:00`, `${day}T00:00:00-08:00`, `${day}T00:00:00`])
  const odd = choices.once(4) ? choices.pick(['', '1970-01-01T01:00:00+01:00', '2026-02-30', 'tomorrow']) : undefined
  if (odd === undefined)
    return {
      element: change('date', [generateWord('value', text, { format: 'ISO8601' })]),
      value: { is: 'day', day },
    }
  const isNone = odd === '' || odd.startsWith('1970')
  return { element: change('date', [generateWord('value', odd)]), value: isNone ? { is: 'day', day: null } : undefined }
}

function changedMoment(change: MakeChange, choices: Choices): GeneratedChange {
  const text = choices.pick([
    '2026-04-01T12:30:00+02:00',
    '2026-04-01T12:30:45Z',
    '1969-07-20T20:17:00Z',
    '2026-10-25T02:30:00+02:00',
    '2026-10-25T02:30:00+01:00',
    '1970-01-01T00:00:00Z',
    '',
  ])
  const moment = text === '' ? null : Date.parse(text) || null
  return {
    element: change('date', [generateWord('value', text, { format: 'ISO8601' })]),
    value: { is: 'moment', moment },
  }
}

function changedList({ kind, values }: KnownField, change: MakeChange, choices: Choices): GeneratedChange {
  const isOpen = kind === 'tbl'
  const maxValues = kind === 'sb' || kind === 'rb' ? 1 : 3
  const picked = values.length === 0 ? [] : choices.some(maxValues, () => choices.pick(values))
  const byKey = new Map(picked.map((value) => [value.key, value]))
  const elements = [...byKey.values()].map(({ key, label }) => {
    const isUnique = label.trim() !== '' && values.filter((each) => each.label.trim() === label.trim()).length === 1
    if (!isOpen && isUnique && choices.once(3)) return generateWord('value', label.trim())
    const bare = /^V\d+$/.test(key) ? choices.pick([key, key.slice(1)]) : key
    return generateWord('value', `${isOpen ? 'b' : ''}${bare}`, { format: 'id' })
  })
  const typedLabels = isOpen ? choices.some(2, () => choices.pick(['teal', 'Größe', 'x'.repeat(200)])) : []
  const odd = choices.once(4)
    ? [choices.pick([buildElement('value'), generateWord('value', '4711', { format: 'id' })])]
    : []
  const ofTyped = typedLabels.map((label) =>
    generateWord('value', label, { format: choices.pick(['label', undefined]) }),
  )
  const labels = [...[...byKey.values()].map(({ label }) => label.trim()), ...new Set(typedLabels)]
  const children = [...elements, ...ofTyped, ...(maxValues === 1 && elements.length > 0 ? [] : odd)]
  const element = change(isOpen ? 'open_list' : 'list', children.length > 0 ? children : [buildElement('value')], {
    bind: 'static',
  })
  return { element, value: { is: 'labels', labels } }
}

function changedFiles({ shortName }: KnownField, change: MakeChange, options: ChangeOptions): GeneratedChange {
  const { choices, files, attached, fileElements } = options
  const sizes = attached.get(shortName) ?? []
  attached.set(shortName, sizes)
  const references = choices.some(2, () => {
    const number = options.nextFile()
    const key = `fileinfo_${number}`
    const path = choices.pick([`data/Artifact${number}`, `other/\u00FC ${number}.bin`])
    const bytes = Buffer.alloc(choices.pick([5, 0, 1000]), number % 256)
    const exists = !choices.once(6)
    if (exists) {
      files.set(path, bytes)
      sizes.push(bytes.length)
    }
    fileElements.push(
      buildElement('file', { id: key }, [
        generateWord(
          'filename',
          choices.pick(['crane 1.png', '\u00FCber.txt', '', 'a/b\\c.txt', '..', 'x'.repeat(300)]),
        ),
        generateWord('path', choices.pick([path, `./${path}`])),
        ...(choices.once(4) ? [] : [generateWord('filesize', choices.pick(['5', '-1', 'x', '']))]),
        ...(choices.once(4)
          ? []
          : [generateWord('filetype', choices.pick(['image/png', 'text/html', '', 'odd\u00FC', 'x'.repeat(400)]))]),
        ...(choices.once(4) ? [] : [generateText('description', choices.pick(['', 'Seen <today>']))]),
      ]),
    )
    return buildElement('value', { ref: key })
  })
  const unknown = choices.once(6) ? [buildElement('value', { ref: 'fileinfo_of_nothing' })] : []
  const children = [...references, ...unknown]
  const element = change('file', children.length > 0 ? children : [buildElement('value')])
  return { element, value: { is: 'files', sizes } }
}
