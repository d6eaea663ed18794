import { DateTime } from '../../design/date-time.tsx'
import type { EntryOf, FieldType } from '../field-type.ts'
import { systemField } from '../traits.ts'

export const subon: FieldType<EntryOf<'subon'>> = {
  ...systemField,
  renderValue: ({ entry }) => <DateTime at={entry.value} as="exact" />,
  needsLabel: true,
  isSortable: true,
  comparison: 'date',
  isSubmissionDate: true,
}
