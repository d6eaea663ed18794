import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { type ImportReport, importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { type CheckResult, formatFinding } from '../../src/archives/plan/findings.ts'
import type { UserPolicy } from '../../src/archives/reads/check-archive.ts'
import type { Message } from '../../src/kit/messages/message.ts'
import type { World } from '../../src/world/model/world.ts'

type Attributes = Readonly<Record<string, string | number | undefined>>

/** Returns an element. Each child is on its own line, so that the line number of a problem identifies the child. */
function el(name: string, attributes: Attributes = {}, ...content: readonly string[]): string {
  const start = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(`${value}`)}"`)
    .join('')
  if (content.length === 0) return `<${name}${start}/>`
  const isText = content.length === 1 && !content[0]?.startsWith('<')
  return isText ? `<${name}${start}>${content[0]}</${name}>` : `<${name}${start}>\n${content.join('\n')}\n</${name}>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const cdata = (text: string): string => (text === '' ? '<![CDATA[]]>' : `<![CDATA[${text}]]>`)
const textElement = (name: string, text: string, attributes: Attributes = {}): string => {
  const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return `<${name}${start.join('')}>${cdata(text)}</${name}>`
}

export interface ArchiveUser {
  readonly id: number
  readonly login: string
  readonly realName?: string
  readonly email?: string
  readonly ldapId?: string
}

const userElement = ({
  id,
  login,
  realName = login,
  email = `${login}@example.com`,
  ldapId = '',
}: ArchiveUser): string =>
  el(
    'user',
    {},
    `<id>${id}</id>`,
    `<username>${login}</username>`,
    textElement('realname', realName),
    textElement('email', email),
    textElement('ldapid', ldapId),
  )

/** A user group with members by login. */
export const buildGroup = (name: string, logins: readonly string[] = [], description = ''): string =>
  el(
    'ugroup',
    { name, description },
    el('members', {}, ...logins.map((login) => el('member', { format: 'username' }, login))),
  )

/** A form element; `more` is its content after the name and label. */
export const buildField = (
  type: string,
  key: string,
  name: string,
  more: readonly string[] = [],
  attributes: Attributes = {},
): string =>
  el(
    'formElement',
    { type, ID: key, rank: 1, ...attributes },
    textElement('name', name),
    textElement('label', `The ${name}`),
    ...more,
  )

export const buildStaticBind = (values: Readonly<Record<string, string>>, ...more: readonly string[]): string =>
  el(
    'bind',
    { type: 'static', is_rank_alpha: 0 },
    el('items', {}, ...Object.entries(values).map(([ID, label]) => el('item', { ID, label, is_hidden: 0 }))),
    ...more,
  )

export const buildUsersBind = (...labels: readonly string[]): string =>
  el('bind', { type: 'users' }, el('items', {}, ...labels.map((label) => el('item', { label }))))

/** Permissions that let all users read these fields. */
export const openFields = (...keys: readonly string[]): string[] =>
  keys.map((REF) =>
    el('permission', { scope: 'field', REF, ugroup: 'UGROUP_ANONYMOUS', type: 'PLUGIN_TRACKER_FIELD_READ' }),
  )

export interface ArchivedTracker {
  readonly id: string
  readonly name?: string
  readonly itemName?: string
  readonly attributes?: Attributes
  readonly fields: readonly string[]
  /** Elements between the form elements and the permissions. */
  readonly parts?: readonly string[]
  readonly permissions?: readonly string[]
  readonly artifacts?: readonly string[]
}

export const buildTracker = (definition: ArchivedTracker): string =>
  el(
    'tracker',
    { id: definition.id, parent_id: 0, ...definition.attributes },
    textElement('name', definition.name ?? `Tracker ${definition.id}`),
    `<item_name>${definition.itemName ?? `item_${definition.id.toLowerCase()}`}</item_name>`,
    textElement('description', 'A tracker'),
    '<color>deep-blue</color>',
    '<cannedResponses/>',
    el('formElements', {}, ...definition.fields),
    ...(definition.parts ?? []),
    el(
      'permissions',
      {},
      el('permission', { scope: 'tracker', ugroup: 'UGROUP_ANONYMOUS', type: 'PLUGIN_TRACKER_ACCESS_FULL' }),
      ...(definition.permissions ?? []),
    ),
    ...(definition.artifacts === undefined ? [] : [el('artifacts', {}, ...definition.artifacts)]),
  )

export const buildArtifact = (id: number, ...content: readonly string[]): string => el('artifact', { id }, ...content)

/** Author, date (`2026-02-02T09:14:03+01:00`), changes and comments. */
export const buildChangeset = (
  by: string,
  on: string,
  changes: readonly string[] = [],
  comments: readonly string[] = [],
): string => el('changeset', {}, signature(by, on), el('comments', {}, ...comments), ...changes)

/** `email:someone@example.com` is an anonymous author. */
const signature = (by: string, on: string): string => {
  const [, email] = /^email:(.*)$/.exec(by) ?? []
  const author =
    email === undefined
      ? `<submitted_by format="username">${by}</submitted_by>`
      : `<submitted_by format="email" is_anonymous="1">${email}</submitted_by>`
  return `${author}\n<submitted_on format="ISO8601">${on}</submitted_on>`
}

export const buildComment = (
  by: string,
  on: string,
  body: string,
  format = 'text',
  groups?: readonly string[],
): string =>
  el(
    'comment',
    {},
    signature(by, on),
    textElement('body', body, { format }),
    ...(groups === undefined ? [] : [el('private_ugroups', {}, ...groups.map((name) => textElement('ugroup', name)))]),
  )

/** A change of one field; values as elements. */
export const buildChange = (
  name: string,
  type: string,
  values: readonly string[],
  attributes: Attributes = {},
): string =>
  el('field_change', { field_name: name, type, ...attributes }, ...(values.length === 0 ? ['<value/>'] : values))

export const buildValue = (text: string, attributes: Attributes = {}): string => textElement('value', text, attributes)

export const buildFile = (key: string, name: string, path: string, type = 'text/plain'): string =>
  el(
    'file',
    { id: key },
    textElement('filename', name),
    textElement('path', path),
    textElement('filesize', '5'),
    textElement('filetype', type),
    textElement('description', ''),
  )

export interface ArchiveContent {
  readonly shortName?: string
  readonly attributes?: Attributes
  readonly users?: readonly ArchiveUser[]
  readonly groups?: readonly string[]
  readonly groupsMode?: string
  readonly services?: readonly string[]
  readonly trackers?: readonly string[]
  /** Elements in the section of trackers next to the trackers, such as triggers. */
  readonly trackersSectionExtras?: readonly string[]
  /** Further sections of the project. */
  readonly sections?: readonly string[]
  /** File content by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Written instead of the generated documents. */
  readonly projectXml?: string
  readonly usersXml?: string | null
}

/** A project archive generated for a test, in a directory that `remove` deletes. */
export interface TestArchive {
  readonly path: string
  readonly projectXml: string
  /** Number of the line of project.xml that holds this text. */
  lineOf(text: string): number
  import(
    world: World,
    request?: Omit<Partial<Parameters<typeof importArchive>[1]>, 'archive'>,
  ): Promise<WithTexts<CheckResult<ImportReport>>>
  /** Returns the same files as a zip archive. */
  toZip(): Promise<TestArchive>
  remove(): Promise<void>
}

/** A result whose findings have their English text. */
export type WithTexts<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Message
    ? string
    : T extends readonly (infer Item)[]
      ? readonly WithTexts<Item>[]
      : { readonly [Key in keyof T]: WithTexts<T[Key]> }

/** Tests compare findings by their English text. */
export const withTexts = <T>(result: T): WithTexts<T> => JSON.parse(JSON.stringify(result))

export async function createArchive(content: ArchiveContent = {}): Promise<TestArchive> {
  const { users = [], groups = [], trackers = [], sections = [], files = {}, services = [] } = content
  const projectXml =
    content.projectXml ??
    `<?xml version="1.0" encoding="UTF-8"?>\n${el(
      'project',
      {
        'unix-name': content.shortName ?? 'apollo',
        'full-name': 'Apollo',
        description: 'Lunar lander',
        access: 'public',
        ...content.attributes,
      },
      '<long-description/>',
      el('services', {}, el('service', { shortname: 'plugin_tracker', enabled: 1 }), ...services),
      el('ugroups', content.groupsMode === undefined ? {} : { mode: content.groupsMode }, ...groups),
      el('trackers', { 'use-natures': 'true' }, ...trackers, ...(content.trackersSectionExtras ?? [])),
      ...sections,
    )}\n`
  const usersXml =
    content.usersXml === undefined
      ? `<?xml version="1.0"?>\n${el('users', {}, ...users.map(userElement))}\n`
      : content.usersXml
  const allFiles = { ...files, 'project.xml': projectXml, ...(usersXml === null ? {} : { 'users.xml': usersXml }) }
  const directory = await mkdtemp(join(tmpdir(), 'tulipwood-archive-'))
  for (const [name, bytes] of Object.entries(allFiles)) {
    await mkdir(dirname(join(directory, name)), { recursive: true })
    await writeFile(join(directory, name), bytes)
  }
  return archiveAt(directory, directory, projectXml, allFiles)
}

/** An archive that an export wrote; the test that reads it removes it. */
export const openArchiveAt = (path: string): Pick<TestArchive, 'import'> => archiveAt(path, path, '', {})

function archiveAt(
  path: string,
  directory: string,
  projectXml: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): TestArchive {
  return {
    path,
    projectXml,
    lineOf(text) {
      const line = projectXml.split('\n').findIndex((each) => each.includes(text))
      if (line === -1) throw new Error(`project.xml does not hold ${text}`)
      return line + 1
    },
    async import(world, request = {}) {
      const archive = await openArchive(path)
      try {
        const defaults = {
          users: { kind: 'create', as: 'active' } as UserPolicy,
          caller: { kind: 'system', reason: 'test' } as const,
        }
        return withTexts(await importArchive(world, { ...defaults, ...request, archive }))
      } finally {
        await archive.close()
      }
    },
    async toZip() {
      const zip = new ZipFile()
      for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name)
      zip.end()
      await writeFile(`${directory}.zip`, await buffer(zip.outputStream))
      return archiveAt(`${directory}.zip`, directory, projectXml, files)
    },
    async remove() {
      await rm(directory, { recursive: true, force: true })
      await rm(`${directory}.zip`, { force: true })
    },
  }
}

/** Returns the report of an import; throws with the problems if the import failed. */
export function expectImported(
  result: CheckResult<ImportReport> | WithTexts<CheckResult<ImportReport>>,
): WithTexts<ImportReport> {
  if ('ok' in result) return withTexts(result.ok)
  throw new Error(`The import failed:\n${result.problems.map(formatFinding).join('\n')}`)
}

/** Returns the problems of a failed import as `project.xml:12: text`; throws if the import succeeded. */
export function getImportProblems(result: CheckResult<unknown> | WithTexts<CheckResult<unknown>>): string[] {
  if ('ok' in result) throw new Error('The import succeeded')
  return result.problems.map(formatFinding)
}
