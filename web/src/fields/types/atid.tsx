import type { EntryOf, FieldType } from '../field-type.ts'
import { numberField } from '../traits.ts'
import { Figure } from '../values/figure.tsx'

export const atid: FieldType<EntryOf<'atid'>> = {
  ...numberField,
  isSetBySystem: true,
  renderValue: ({ entry }) => <Figure of={entry.value} />,
}
