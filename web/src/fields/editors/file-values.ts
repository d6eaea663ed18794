import type { ValueEntry } from '../../data/trackers.ts'
import type { FileUpload } from '../../data/uploads.ts'

export type AttachedFile = Extract<ValueEntry, { type: 'file' }>['file_descriptions'][number]

export const attachedFiles = (entry: ValueEntry | null): readonly AttachedFile[] =>
  entry?.type === 'file' ? entry.file_descriptions : []

const idsOf = (entry: ValueEntry | null): string =>
  attachedFiles(entry)
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join()

export const hasSameFiles = (a: ValueEntry | null, b: ValueEntry | null): boolean => idsOf(a) === idsOf(b)

/** A complete upload as it will be attached. */
export const describeUpload = ({ id, name, size, type, href }: FileUpload): AttachedFile => ({
  id: id ?? 0,
  submitted_by: 0,
  description: '',
  name,
  size,
  type,
  html_url: href ?? '',
  html_preview_url: null,
  uri: `artifact_files/${id}`,
})
