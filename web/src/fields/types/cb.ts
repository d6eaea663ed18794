import type { EntryOf, FieldType } from '../field-type.ts'
import { listField } from '../list-field.tsx'

export const cb: FieldType<EntryOf<'cb'>> = {
  ...listField,
  choice: 'several',
  loadEditor: () => import('../editors/choices.tsx').then((file) => file.choices),
}
