import type { ArchiveUserReference } from '../../fields/archive-write-context.ts'
import { type EpochSeconds, isMoment } from '../../kit/time.ts'
import { children, type XmlElement } from '../../kit/xml/element.ts'
import { readFlag } from './attributes.ts'

/** What an archive of ours tells of a repository beside the format (docs/decisions/0011-archive-extension-document.md). */
export interface OursOfRepository {
  /** in tulipwood.xml */
  readonly line: number
  readonly name: string
  /** The last revision of its dump. */
  readonly youngest: number
  readonly isReferenceMandatory: boolean
  readonly isMessageChangeAllowed: boolean
  readonly hasDefaultPermissions: boolean
  readonly subjectHeader: string
  readonly immutablePaths: readonly string[]
  readonly immutableWhitelist: readonly string[]
  /** Every version of the access file, the first one first. */
  readonly accessFiles: readonly ArchivedAccessFile[]
  /** The one in force; 0: none */
  readonly accessFileVersion: number
  readonly notifications: readonly ArchivedNotification[]
  /** What its commits refer to, by revision. */
  readonly references: ReadonlyMap<number, readonly ArchivedReference[]>
}

export interface ArchivedAccessFile {
  readonly text: string
  readonly hasDefaultPermissions: boolean
  /** null: when the archive was read */
  readonly createdOn: EpochSeconds | null
  readonly createdBy: ReferredPerson | null
}

export interface ArchivedNotification {
  readonly line: number
  readonly path: string
  readonly emails: readonly string[]
  readonly people: readonly ReferredPerson[]
  /** Names of user groups. */
  readonly groups: readonly string[]
}

export interface ArchivedReference {
  readonly keyword: string
  readonly value: string
  /** Old id of the artifact; null: it leads to none of the archive */
  readonly artifact: string | null
}

/** Someone by a reference of docs/api/archive-format.md §1.2. */
export type ReferredPerson = Pick<ArchiveUserReference, 'name'> & { readonly format: string }

export const readOursOfRepository = (element: XmlElement): OursOfRepository => {
  const { attributes } = element
  return {
    line: element.line,
    name: attributes['name'] ?? '',
    youngest: wholeNumber(attributes['youngest']),
    isReferenceMandatory: readFlag(attributes['is_reference_mandatory'], false),
    isMessageChangeAllowed: readFlag(attributes['is_message_change_allowed'], false),
    hasDefaultPermissions: readFlag(attributes['has_default_permissions'], true),
    subjectHeader: attributes['subject_header'] ?? '',
    immutablePaths: children(element, 'immutable_path').map(({ text }) => text),
    immutableWhitelist: children(element, 'immutable_whitelist').map(({ text }) => text),
    accessFiles: children(element, 'access_file').map(readAccessFile),
    accessFileVersion: wholeNumber(attributes['access_file_version']),
    notifications: children(element, 'notification').map(readNotification),
    references: readReferences(element),
  }
}

function readAccessFile({ attributes, text }: XmlElement): ArchivedAccessFile {
  const createdOn = wholeNumber(attributes['created_on'])
  const name = attributes['created_by'] ?? ''
  return {
    text,
    hasDefaultPermissions: readFlag(attributes['has_default_permissions'], true),
    createdOn: isMoment(createdOn) ? createdOn : null,
    createdBy: name === '' ? null : { format: attributes['format'] ?? '', name },
  }
}

const readNotification = (element: XmlElement): ArchivedNotification => ({
  line: element.line,
  path: element.attributes['path'] ?? '',
  emails: children(element, 'email').map(({ text }) => text),
  people: children(element, 'user').map(({ attributes, text }) => ({ format: attributes['format'] ?? '', name: text })),
  groups: children(element, 'ugroup').map(({ text }) => text),
})

function readReferences(element: XmlElement): OursOfRepository['references'] {
  const references = new Map<number, ArchivedReference[]>()
  for (const { attributes } of children(element, 'reference')) {
    const { keyword = '', value = '', artifact = null } = attributes
    const revision = wholeNumber(attributes['revision'])
    const before = references.get(revision) ?? []
    // Each is stored once.
    if (before.some((each) => each.keyword === keyword && each.value === value)) continue
    references.set(revision, [...before, { keyword, value, artifact }])
  }
  return references
}

const wholeNumber = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)
