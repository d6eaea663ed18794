import type { EntryOf, FieldType } from '../field-type.ts'
import { listField } from '../list-field.tsx'

export const msb: FieldType<EntryOf<'msb'>> = {
  ...listField,
  choice: 'several',
  loadEditor: () => import('../editors/choices.tsx').then((file) => file.choices),
}
