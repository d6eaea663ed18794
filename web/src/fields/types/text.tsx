import { RichText } from '../../design/rich-text.tsx'
import type { EntryOf, FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'

export const text: FieldType<EntryOf<'text'>> = {
  ...editableField,
  section: 'texts',
  renderValue: ({ entry }) => (entry.value === '' ? <EmptyValue /> : <RichText html={entry.post_processed_value} />),
  // In a history, the value is the source.
  differences: { isByLine: false, source: ({ value }) => String(value) },
  renderLine: ({ entry }) => (entry.format === 'html' ? entry.value.replaceAll(/<[^>]*>|&nbsp;/g, ' ') : entry.value),
  isSortable: true,
  comparison: 'text',
  text: 'long',
  isWide: true,
  loadEditor: () => import('../editors/text.tsx').then((file) => file.text),
}
