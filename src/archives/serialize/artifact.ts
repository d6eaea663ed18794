import type { ArchiveUserReference, ArchiveWriteContext } from '../../fields/contexts/archive-write-context.ts'
import type { Field } from '../../fields/model/field.ts'
import { holdsFiles } from '../../fields/registry/capabilities.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import { buildElement, escapeText, type Markup } from '../../kit/xml/write.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { buildTextElement } from '../../trackers/xml/xml-elements.ts'
import type { ArtifactHistory, AttachedBytes, RecordedChangeset } from '../model/artifact-history.ts'
import { writeUserReference } from './user-reference.ts'

/** References of a history in addition to its values. */
export interface HistoryContext extends ArchiveWriteContext {
  /** Name of an anonymous author; `None` if unknown. */
  authorOf(by: Pick<RecordedChangeset, 'submittedBy' | 'submittedEmail'>): ArchiveUserReference
}

/**
 * Writes an artifact with its history, oldest first (docs/api/archive-format.md §3.1, §3.2): each changeset with its
 * changes and the complete set of files.
 */
export function writeArtifact(
  { id, changesets, files }: ArtifactHistory,
  { fields }: Pick<Tracker, 'fields'>,
  context: HistoryContext,
): Markup {
  const archivedFields = fields.filter(({ type, isUsed }) => isUsed && getFieldType(type).archive !== undefined)
  const fileFields = archivedFields.filter(holdsFiles)
  // Every changeset after the first file contains the complete set.
  const attached: Record<string, unknown> = {}
  const parts = changesets.map((changeset) => {
    for (const { id: field } of fileFields) if (field in changeset.values) attached[field] = changeset.values[field]
    return writeChangeset({ ...changeset, values: { ...changeset.values, ...attached } }, archivedFields, context)
  })
  return buildElement('artifact', { id }, ...parts, ...files.map(writeFile))
}

function writeChangeset(changeset: RecordedChangeset, fields: readonly Field[], context: HistoryContext): Markup {
  const comments = changeset.comments.map((comment) => {
    const names = comment.groups?.flatMap((group) => context.groupKeyOf(group) ?? [])
    return buildElement(
      'comment',
      {},
      ...writeSignature(comment, context),
      buildTextElement('body', comment.body, { format: comment.format }),
      ...(names === undefined
        ? []
        : [buildElement('private_ugroups', {}, ...names.map((name) => buildElement('ugroup', {}, escapeText(name))))]),
    )
  })
  return buildElement(
    'changeset',
    { id: buildChangesetKey(changeset.id) },
    ...writeSignature(changeset, context),
    buildElement('comments', {}, ...comments),
    ...sortChanges(fields.flatMap((field) => writeChange(changeset, field, context))),
  )
}

/** Changes of fields of Tuleap plugins come after all others. */
const sortChanges = (changes: readonly Markup[]): readonly Markup[] => {
  const isExternal = (change: Markup) => change.startsWith('<external_field_change')
  return [...changes.filter((change) => !isExternal(change)), ...changes.filter(isExternal)]
}

function writeChange({ values }: RecordedChangeset, field: Field, context: HistoryContext): readonly Markup[] {
  const { archive } = getFieldType(field.type)
  const value = values[field.id]
  if (archive === undefined || value === undefined || archive.needsExtension?.(value) === true) return []
  return [archive.write(value, field, context)]
}

function writeSignature(
  by: Pick<RecordedChangeset, 'submittedBy' | 'submittedEmail' | 'submittedOn'>,
  context: HistoryContext,
): readonly Markup[] {
  return [
    writeUserReference('submitted_by', context.authorOf(by)),
    buildElement('submitted_on', { format: 'ISO8601' }, escapeText(formatIsoDate(by.submittedOn, context.timezone))),
  ]
}

const writeFile = ({ id, name, size, mediaType, description }: AttachedBytes): Markup =>
  buildElement(
    'file',
    { id: `fileinfo_${id}` },
    buildTextElement('filename', name),
    buildTextElement('path', buildAttachmentPath(id)),
    buildTextElement('filesize', `${size}`),
    buildTextElement('filetype', mediaType),
    buildTextElement('description', description),
  )

/** Key of a changeset in an archive. */
export const buildChangesetKey = (id: RecordedChangeset['id']): string => `CHANGESET_${id}`

/** Path of a file in an archive (docs/api/archive-format.md §3.3). */
export const buildAttachmentPath = (id: AttachedBytes['id']): string => `data/Artifact${id}`

/** Path of a removed file: products that do not know removals do not find and thus omit it. */
export const buildRemovedAttachmentPath = (id: AttachedBytes['id']): string => `removed/Artifact${id}`
