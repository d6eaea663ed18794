import type { EntryOf, FieldType } from '../field-type.ts'
import { listField } from '../list-field.tsx'
import { Items } from '../values/items.tsx'

export const tbl: FieldType<EntryOf<'tbl'>> = {
  ...listField,
  renderValue: ({ entry }) => <Items of={entry.bind_value_objects} />,
  choice: 'open',
  loadEditor: () => import('../editors/open-list.tsx').then((file) => file.openList),
}
