import type { ArchiveUserReference } from '../../fields/contexts/archive-write-context.ts'
import { type EpochSeconds, isRepresentableTime } from '../../kit/values/time.ts'
import { findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { parseFlag } from '../../trackers/xml/attributes.ts'

/** Data about a repository in tulipwood.xml (docs/decisions/0011-archive-extension-document.md). */
export interface TulipwoodRepository {
  /** line in tulipwood.xml */
  readonly line: number
  readonly name: string
  /** Last revision of its dump. */
  readonly youngest: number
  readonly isReferenceMandatory: boolean
  readonly isMessageChangeAllowed: boolean
  readonly hasDefaultPermissions: boolean
  readonly subjectHeader: string
  readonly immutablePaths: readonly string[]
  readonly immutableWhitelist: readonly string[]
  /** All versions of the access file, oldest first. */
  readonly accessFiles: readonly ArchivedAccessFile[]
  /** Active version; 0: none */
  readonly accessFileVersion: number
  readonly notifications: readonly ArchivedNotification[]
  /** References of commits, by revision. */
  readonly references: ReadonlyMap<number, readonly ArchivedReference[]>
}

export interface ArchivedAccessFile {
  readonly line: number
  readonly text: string
  readonly hasDefaultPermissions: boolean
  /** null: use the time of the import */
  readonly createdOn: EpochSeconds | null
  readonly createdBy: UserReference | null
}

export interface ArchivedNotification {
  readonly line: number
  readonly path: string
  readonly emails: readonly string[]
  readonly people: readonly UserReference[]
  /** Names of user groups. */
  readonly groups: readonly string[]
}

interface ArchivedReference {
  readonly keyword: string
  readonly value: string
  /** Old artifact id; null: not in the archive */
  readonly artifact: string | null
}

/** A user reference of docs/api/archive-format.md §1.2. */
export type UserReference = Pick<ArchiveUserReference, 'name'> & { readonly format: string }

export const parseTulipwoodRepository = (element: XmlElement): TulipwoodRepository => {
  const { attributes } = element
  return {
    line: element.line,
    name: attributes['name'] ?? '',
    youngest: parseInteger(attributes['youngest']),
    isReferenceMandatory: parseFlag(attributes['is_reference_mandatory'], false),
    isMessageChangeAllowed: parseFlag(attributes['is_message_change_allowed'], false),
    hasDefaultPermissions: parseFlag(attributes['has_default_permissions'], true),
    subjectHeader: attributes['subject_header'] ?? '',
    immutablePaths: findChildren(element, 'immutable_path').map(({ text }) => text),
    immutableWhitelist: findChildren(element, 'immutable_whitelist').map(({ text }) => text),
    accessFiles: findChildren(element, 'access_file').map(parseAccessFile),
    accessFileVersion: parseInteger(attributes['access_file_version']),
    notifications: findChildren(element, 'notification').map(parseNotification),
    references: parseReferences(element),
  }
}

function parseAccessFile({ attributes, text, line }: XmlElement): ArchivedAccessFile {
  const createdOn = parseInteger(attributes['created_on'])
  const name = attributes['created_by'] ?? ''
  return {
    line,
    text,
    hasDefaultPermissions: parseFlag(attributes['has_default_permissions'], true),
    createdOn: isRepresentableTime(createdOn) ? createdOn : null,
    createdBy: name === '' ? null : { format: attributes['format'] ?? '', name },
  }
}

const parseNotification = (element: XmlElement): ArchivedNotification => ({
  line: element.line,
  path: element.attributes['path'] ?? '',
  emails: findChildren(element, 'email').map(({ text }) => text),
  people: findChildren(element, 'user').map(({ attributes, text }) => ({
    format: attributes['format'] ?? '',
    name: text,
  })),
  groups: findChildren(element, 'ugroup').map(({ text }) => text),
})

function parseReferences(element: XmlElement): TulipwoodRepository['references'] {
  const references = new Map<number, ArchivedReference[]>()
  for (const { attributes } of findChildren(element, 'reference')) {
    const { keyword = '', value = '', artifact = null } = attributes
    const revision = parseInteger(attributes['revision'])
    const before = references.get(revision) ?? []
    // Stored once each.
    if (before.some((each) => each.keyword === keyword && each.value === value)) continue
    references.set(revision, [...before, { keyword, value, artifact }])
  }
  return references
}

const parseInteger = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)
