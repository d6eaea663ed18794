import type { EntryOf, FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'
import styles from '../values/value.module.css'

export const string: FieldType<EntryOf<'string'>> = {
  ...editableField,
  renderValue: ({ entry }) => <span className={styles.line}>{entry.value || <EmptyValue />}</span>,
  isSortable: true,
  comparison: 'text',
  text: 'line',
  loadEditor: () => import('../editors/string.tsx').then((file) => file.string),
}
