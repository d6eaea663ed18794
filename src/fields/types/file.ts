import type { FileId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { findChildren } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { detectPictureFormat } from '../../uploads/model/picture.ts'
import { buildFieldChangeElement } from '../contexts/archive-write-context.ts'
import type { AttachedFile } from '../contexts/present-context.ts'
import { defineEntry, defineObject, type EntryOf, nullable } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { keepEmptyElement } from '../input/empty-element.ts'
import { fileInput } from '../input/files.ts'
import { hasSameMembers } from '../model/has-same-members.ts'
import { buildAttachmentUrl, buildPreviewUrl } from '../representations/attachment-url.ts'
import { fileSearch } from '../search/files.ts'

const FileDescription = defineObject('AttachedFile', {
  id: Type.Integer(),
  submitted_by: Type.Integer(),
  description: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  html_url: Type.String(),
  html_preview_url: nullable(Type.String()),
  uri: Type.String(),
})

const FileEntry = defineEntry('FileValue', { file_descriptions: Type.Array(FileDescription) })

declare module '../model/field.ts' {
  interface FieldTypeNames {
    file: EntryOf<'file', typeof FileEntry>
  }
}

/** Attachments (docs/api/field-values.md §9). */
export const file: FieldType<readonly FileId[]> = {
  type: 'file',
  entry: FileEntry,
  ...editableField,
  holds: 'files',
  readEmptyElement: keepEmptyElement,
  // Entries have the members of `present`.
  describe: ({ file_descriptions: files }) => (files as readonly { name: string }[]).map(({ name }) => name).join(', '),
  structure: {
    properties: {},
    extra: ({ id }, { maxUploadBytes }) => ({
      file_creation_uri: `tracker_fields/${id}/files`,
      max_size_upload: maxUploadBytes,
    }),
  },
  storage: {
    isSameValue: (a, b) => hasSameMembers(a ?? [], b ?? []),
    collectDependencies(ids, _field, into) {
      for (const id of ids) into.files.add(id)
    },
    families: ['file'],
    indexEntries: (ids) => ids.map((value) => ({ family: 'file', value })),
  },
  input: fileInput,
  search: fileSearch,
  present(ids, { id, label }, { files }) {
    if (ids === undefined) return undefined
    const attached = ids.flatMap((each) => files.get(each) ?? [])
    return { field_id: id, label, type: 'file', file_descriptions: attached.map(describeFile) }
  },
  csv: { write: (ids, _field, { files }) => (ids ?? []).flatMap((each) => files.get(each)?.name ?? []) },
  archive: {
    changeType: 'file',
    // docs/api/archive-format.md §3.2: every change contains the whole set, so missing files were removed.
    read(change, field, context) {
      const ids = new Set<FileId>()
      for (const { attributes, line } of findChildren(change, 'value')) {
        const reference = attributes['ref']?.trim()
        if (reference === undefined) continue
        const id = context.fileOf(reference)
        if (id === undefined) context.reportProblem(line, `File "${reference}" not found for the field ${field.name}`)
        else ids.add(id)
      }
      return [...ids]
    },
    write(ids, field, { fileOf }) {
      const references = ids.flatMap((id) => fileOf(id) ?? [])
      const values = references.map((ref) => buildElement('value', { ref }))
      return buildFieldChangeElement(
        field,
        { type: 'file' },
        ...(values.length === 0 ? [buildElement('value', {})] : values),
      )
    },
  },
}

/** docs/api/field-values.md §9, FILE. */
export function describeFile({ id, name, size, mediaType, description, submittedBy }: AttachedFile) {
  return {
    id,
    submitted_by: submittedBy ?? 0,
    description,
    name,
    size,
    type: mediaType,
    html_url: buildAttachmentUrl(id, name),
    html_preview_url: detectPictureFormat(mediaType) !== undefined ? buildPreviewUrl(id, name) : null,
    uri: `artifact_files/${id}`,
  }
}
