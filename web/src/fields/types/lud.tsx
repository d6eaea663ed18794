import { DateTime } from '../../design/date-time.tsx'
import type { EntryOf, FieldType } from '../field-type.ts'
import { systemField } from '../traits.ts'

export const lud: FieldType<EntryOf<'lud'>> = {
  ...systemField,
  renderValue: ({ entry }) => <DateTime at={entry.value} as="exact" />,
  needsLabel: true,
  artifactMember: 'last_modified_date',
  isSortable: true,
  comparison: 'date',
}
