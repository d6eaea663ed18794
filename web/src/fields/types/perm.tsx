import type { EntryOf, FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'
import { Granted } from '../values/granted.tsx'

export const perm: FieldType<EntryOf<'perm'>> = {
  ...editableField,
  renderValue: ({ entry }) => <Granted groups={entry.granted_groups} />,
  column: 'none',
  loadEditor: () => import('../editors/groups.tsx').then((file) => file.groups),
  editIcon: 'chevron-down',
}
