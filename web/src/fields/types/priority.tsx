import type { EntryOf, FieldType } from '../field-type.ts'
import { numberField } from '../traits.ts'
import { Figure } from '../values/figure.tsx'

export const priority: FieldType<EntryOf<'priority'>> = {
  ...numberField,
  isSetBySystem: true,
  renderValue: ({ entry }) => <Figure of={entry.value} />,
}
