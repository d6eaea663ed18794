import type { ArchiveUserReference, ArchiveWriteContext } from '../../fields/archive-write-context.ts'
import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import { isoDate } from '../../kit/time.ts'
import { element, type Markup, text } from '../../kit/xml/write.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHistory, AttachedBytes, RecordedChangeset } from '../history.ts'
import { textIn } from './named.ts'
import { writePerson } from './person.ts'

/** What a history refers to beside values. */
export interface HistoryWriting extends ArchiveWriteContext {
  /** By which an anonymous author is told; nobody is `None`. */
  authorOf(by: Pick<RecordedChangeset, 'submittedBy' | 'submittedEmail'>): ArchiveUserReference
}

/**
 * An artifact and all that happened to it, the oldest first (docs/api/archive-format.md §3.1, §3.2): each changeset
 * with what it changed, but with all files it led to.
 */
export function writeArtifact(
  { id, changesets, files }: ArtifactHistory,
  { fields }: Pick<Tracker, 'fields'>,
  writing: HistoryWriting,
): Markup {
  const written = fields.filter(({ type, isUsed }) => isUsed && fieldType(type).archive !== undefined)
  const fileFields = written.filter(({ type }) => type === 'file')
  // The whole set stands in every changeset once there is one.
  const attached: Record<string, unknown> = {}
  const parts = changesets.map((changeset) => {
    for (const { id: field } of fileFields) if (field in changeset.values) attached[field] = changeset.values[field]
    return writeChangeset({ ...changeset, values: { ...changeset.values, ...attached } }, written, writing)
  })
  return element('artifact', { id }, ...parts, ...files.map(writeFile))
}

function writeChangeset(changeset: RecordedChangeset, fields: readonly Field[], writing: HistoryWriting): Markup {
  const comments = changeset.comments.map((comment) => {
    const names = comment.groups?.flatMap((group) => writing.groupNameOf(group) ?? [])
    return element(
      'comment',
      {},
      ...writeSignature(comment, writing),
      textIn('body', comment.body, { format: comment.format }),
      ...(names === undefined
        ? []
        : [element('private_ugroups', {}, ...names.map((name) => element('ugroup', {}, text(name))))]),
    )
  })
  return element(
    'changeset',
    { id: changesetKey(changeset.id) },
    ...writeSignature(changeset, writing),
    element('comments', {}, ...comments),
    ...inOrder(fields.flatMap((field) => writeChange(changeset, field, writing))),
  )
}

/** Changes of fields that plug-ins of Tuleap brought stand behind all others. */
const inOrder = (changes: readonly Markup[]): readonly Markup[] => {
  const isExternal = (change: Markup) => change.startsWith('<external_field_change')
  return [...changes.filter((change) => !isExternal(change)), ...changes.filter(isExternal)]
}

function writeChange({ values }: RecordedChangeset, field: Field, writing: HistoryWriting): readonly Markup[] {
  const { archive } = fieldType(field.type)
  const value = values[field.id]
  if (archive === undefined || value === undefined || archive.needsExtension?.(value) === true) return []
  return [archive.write(value, field, writing)]
}

function writeSignature(
  by: Pick<RecordedChangeset, 'submittedBy' | 'submittedEmail' | 'submittedOn'>,
  writing: HistoryWriting,
): readonly Markup[] {
  return [
    writePerson('submitted_by', writing.authorOf(by)),
    element('submitted_on', { format: 'ISO8601' }, text(isoDate(by.submittedOn, writing.timezone))),
  ]
}

const writeFile = ({ id, name, size, mediaType, description }: AttachedBytes): Markup =>
  element(
    'file',
    { id: `fileinfo_${id}` },
    textIn('filename', name),
    textIn('path', pathOf(id)),
    textIn('filesize', `${size}`),
    textIn('filetype', mediaType),
    textIn('description', description),
  )

/** By which a changeset is told in an archive. */
export const changesetKey = (id: RecordedChangeset['id']): string => `CHANGESET_${id}`

/** Where the bytes of a file lie in an archive (docs/api/archive-format.md §3.3). */
export const pathOf = (id: AttachedBytes['id']): string => `data/Artifact${id}`

/** Where they lie when the file was removed: readers that know no removals do not find them, and leave the file out. */
export const removedPathOf = (id: AttachedBytes['id']): string => `removed/Artifact${id}`
