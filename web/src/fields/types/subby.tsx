import { UserBadge } from '../../design/user-badge.tsx'
import type { EntryOf, FieldType } from '../field-type.ts'
import { systemField } from '../traits.ts'

export const subby: FieldType<EntryOf<'subby'>> = {
  ...systemField,
  renderValue: ({ entry }) => <UserBadge user={entry.value} />,
  isSortable: true,
  comparison: 'list',
}
