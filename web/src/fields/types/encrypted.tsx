import type { EntryOf, FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'
import styles from '../values/value.module.css'

export const encrypted: FieldType<EntryOf<'Encrypted'>> = {
  ...editableField,
  renderValue: ({ entry }) =>
    entry.value === '' ? <EmptyValue /> : <code className={styles.line}>{entry.value}</code>,
  column: 'none',
  loadEditor: () => import('../editors/string.tsx').then((file) => file.encrypted),
}
