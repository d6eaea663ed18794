import type { EntryOf, FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'
import { References } from '../values/references.tsx'

export const cross: FieldType<EntryOf<'cross'>> = {
  ...editableField,
  section: 'references',
  renderValue: ({ entry }) => (entry.value.length === 0 ? <EmptyValue /> : <References of={entry.value} />),
  count: (entry) => entry.value.length,
  column: 'none',
}
