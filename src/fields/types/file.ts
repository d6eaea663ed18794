import type { FileId } from '../../kit/ids.ts'
import { children } from '../../kit/xml/element.ts'
import { element } from '../../kit/xml/write.ts'
import { fieldChange } from '../archive-writing.ts'
import type { FieldType } from '../field-type.ts'
import type { AttachedFile } from '../presenting.ts'
import { sameMembers } from '../same-members.ts'
import { takeFiles } from '../taking/files.ts'
import { ordinaryField } from '../traits.ts'

/** Attachments (contract 30 §3.8). */
export const file: FieldType<readonly FileId[]> = {
  type: 'file',
  ...ordinaryField,
  structure: {
    properties: {},
    extra: ({ id }, { maxUploadBytes }) => ({
      file_creation_uri: `tracker_fields/${id}/files`,
      max_size_upload: maxUploadBytes,
    }),
  },
  storage: {
    sameValue: (a, b) => sameMembers(a ?? [], b ?? []),
    dependencies(ids, _field, into) {
      for (const id of ids) into.files.add(id)
    },
    families: ['file'],
    index: (ids) => ids.map((value) => ({ family: 'file', value })),
  },
  writing: takeFiles,
  present(ids, { id, label }, { files }) {
    if (ids === undefined) return undefined
    const attached = ids.flatMap((each) => files.get(each) ?? [])
    return { field_id: id, label, type: 'file', file_descriptions: attached.map(describeFile) }
  },
  archive: {
    changeType: 'file',
    // Contract 30 §9.2: every change tells the whole set, so what is missing was removed.
    read(change, field, context) {
      const ids = new Set<FileId>()
      for (const { attributes, line } of children(change, 'value')) {
        const reference = attributes['ref']
        if (reference === undefined) continue
        const id = context.fileOf(reference)
        if (id === undefined) context.problem(line, `There is no file "${reference}" for the field ${field.name}`)
        else ids.add(id)
      }
      return [...ids]
    },
    write(ids, field, { fileOf }) {
      const references = ids.flatMap((id) => fileOf(id) ?? [])
      const values = references.map((ref) => element('value', { ref }))
      return fieldChange(field, { type: 'file' }, ...(values.length === 0 ? [element('value', {})] : values))
    },
  },
}

/** Contract 30 §3.8, FILE. */
export function describeFile({ id, name, size, mediaType, description, submittedBy }: AttachedFile) {
  const address = `${id}-${encodeName(name)}`
  return {
    id,
    submitted_by: submittedBy ?? 0,
    description,
    name,
    size,
    type: mediaType,
    html_url: `/plugins/tracker/attachments/${address}`,
    html_preview_url: hasPreview(mediaType) ? `/plugins/tracker/attachments/preview/${address}` : null,
    uri: `artifact_files/${id}`,
  }
}

const hasPreview = (mediaType: string): boolean => /^image\/(gif|png|jpe?g)$/i.test(mediaType)

/** Percent-encoding of all but letters, digits and `-_.~` (RFC 3986 §2.3). */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
