import type { EntryOf, FieldType } from '../field-type.ts'
import { listField } from '../list-field.tsx'

export const rb: FieldType<EntryOf<'rb'>> = {
  ...listField,
  isSortable: true,
  choice: 'one',
  loadEditor: () => import('../editors/list.tsx').then((file) => file.list),
}
