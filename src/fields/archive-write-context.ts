import type { ArtifactId, FileId, UserGroupId, UserId } from '../kit/ids.ts'
import { type Attributes, cdata, element, type Markup } from '../kit/xml/write.ts'
import type { Field } from './field.ts'

/** How an archive refers to someone (docs/api/archive-format.md §1.2). */
export interface ArchiveUserReference {
  readonly format: 'ldap' | 'username' | 'email'
  readonly name: string
}

/**
 * What the values of an archive refer to, already known; nothing here waits (docs/api/archive-format.md §3.2, §3.3).
 */
export interface ArchiveWriteContext {
  /** IANA zone in which dates are told. */
  readonly timezone: string
  /** NOBODY is `None`; undefined: there is no such account. */
  userReferenceOf(user: UserId): ArchiveUserReference | undefined
  /** By the name archives use (`UGROUP_PROJECT_MEMBERS`, a static name); undefined: there is no such group here. */
  groupNameOf(group: UserGroupId): string | undefined
  /** What was typed into an open list. */
  openLabelOf(id: number): string | undefined
  /** The reference of a file, `fileinfo_12`. */
  fileOf(id: FileId): string | undefined
  /** What an artifact is called in the archive; undefined: a link to it is left out. */
  artifactOf(id: ArtifactId): string | undefined
}

/** One value of a list: its text, and what stands beside it in the start tag. */
export interface ArchiveListValue {
  readonly format: 'id' | 'label' | ArchiveUserReference['format']
  readonly text: string
}

/** A change as the history tells it. */
export const fieldChangeElement = (
  { name }: Pick<Field, 'name'>,
  attributes: Attributes,
  ...content: readonly Markup[]
): Markup => element('field_change', { field_name: name, ...attributes }, ...content)

/** Its `value`, text in a CDATA section as everywhere in archives. */
export const valueElement = (text: string, attributes: Attributes = {}): Markup =>
  element('value', attributes, cdata(text))

/** Values of a list; "None" is one that is empty. */
export const valueElements = (values: readonly ArchiveListValue[]): readonly Markup[] =>
  values.length === 0 ? [element('value', {})] : values.map(({ format, text }) => valueElement(text, { format }))
