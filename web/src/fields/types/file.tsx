import type { EntryOf, FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'
import { Files } from '../values/files.tsx'

export const file: FieldType<EntryOf<'file'>> = {
  ...editableField,
  section: 'files',
  renderValue: ({ entry, isOfChange }) =>
    entry.file_descriptions.length === 0 ? (
      <EmptyValue />
    ) : (
      <Files field={isOfChange ? null : entry.field_id} files={entry.file_descriptions} />
    ),
  isEmpty: (entry) => entry.file_descriptions.length === 0,
  count: (entry) => entry.file_descriptions.length,
  renderLine: ({ entry }) => entry.file_descriptions.map(({ name }) => name).join(', '),
  comparison: 'text',
  loadEditor: () => import('../editors/files.tsx').then((file) => file.files),
  isWide: true,
  isBulkEditable: false,
}
