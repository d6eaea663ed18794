import type { EntryOf, FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'
import { Burndown } from '../values/burndown.tsx'

export const burndown: FieldType<EntryOf<'burndown'>> = {
  ...editableField,
  section: 'texts',
  renderValue: ({ entry }) => <Burndown chart={entry.value} />,
  column: 'none',
}
