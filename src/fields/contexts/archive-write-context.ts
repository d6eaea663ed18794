import type { ArtifactId, FileId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import { type Attributes, buildCdata, buildElement, type Markup } from '../../kit/xml/write.ts'
import type { Field } from '../model/field.ts'

/** Reference to a user in an archive (docs/api/archive-format.md §1.2). */
export interface ArchiveUserReference {
  readonly format: 'ldap' | 'username' | 'email'
  readonly name: string
}

/**
 * Resolves ids to the references of an archive; all data is loaded, nothing here waits (docs/api/archive-format.md
 * §3.2, §3.3).
 */
export interface ArchiveWriteContext {
  /** IANA time zone of the dates in the archive. */
  readonly timezone: string
  /** NONE_USER is `None`; undefined when the account does not exist. */
  userReferenceOf(user: UserId): ArchiveUserReference | undefined
  /**
   * Returns the key of a group in values (`ugroup_project_members_name_key`, a static name); undefined when the group
   * does not exist.
   */
  groupKeyOf(group: UserGroupId): string | undefined
  /** Returns the label of a new value of an open list. */
  openLabelOf(id: number): string | undefined
  /** The reference of a file, `fileinfo_12`. */
  fileOf(id: FileId): string | undefined
  /** Returns the id of an artifact in the archive; undefined: links to it are omitted. */
  artifactOf(id: ArtifactId): string | undefined
}

/** One value of a list: its text and the `format` attribute of its start tag. */
export interface ArchiveListValue {
  readonly format: 'id' | 'label' | ArchiveUserReference['format']
  readonly text: string
}

/** Builds one change of a field in the history. */
export const buildFieldChangeElement = (
  { name }: Pick<Field, 'name'>,
  attributes: Attributes,
  ...content: readonly Markup[]
): Markup => buildElement('field_change', { field_name: name, ...attributes }, ...content)

/** Its `value`, text in a CDATA section as everywhere in archives. */
export const buildValueElement = (text: string, attributes: Attributes = {}): Markup =>
  buildElement('value', attributes, buildCdata(text))

/** Values of a list; "None" is one that is empty. */
export const buildValueElements = (values: readonly ArchiveListValue[]): readonly Markup[] =>
  values.length === 0
    ? [buildElement('value', {})]
    : values.map(({ format, text }) => buildValueElement(text, { format }))
