import type { ReactNode } from 'react'
import { DateTime } from '../../design/date-time.tsx'
import type { EntryOf, FieldType, LineProps, ValueProps } from '../field-type.ts'
import { editableField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'
import { ShortDay } from '../values/short-day.tsx'

type Entry = EntryOf<'date'>

export const date: FieldType<Entry> = {
  ...editableField,
  renderValue,
  renderLine: ({ entry, isDue }: LineProps<Entry>) =>
    entry.value === null || entry.is_time_displayed ? (
      renderValue({ entry })
    ) : (
      <ShortDay at={entry.value} isDue={isDue} />
    ),
  needsLabel: true,
  isSortable: true,
  comparison: 'date',
  loadEditor: () => import('../editors/date.tsx').then((file) => file.date),
  editIcon: 'calendar',
}

function renderValue({ entry: { value, is_time_displayed } }: ValueProps<Entry>): ReactNode {
  return value === null ? <EmptyValue /> : <DateTime at={value} as={is_time_displayed ? 'exact' : 'day'} />
}
