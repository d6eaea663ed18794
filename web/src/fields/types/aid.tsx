import type { EntryOf, FieldType } from '../field-type.ts'
import { numberField } from '../traits.ts'
import { Figure } from '../values/figure.tsx'

export const aid: FieldType<EntryOf<'aid'>> = {
  ...numberField,
  isSetBySystem: true,
  column: 'usual',
  needsLabel: false,
  artifactMember: 'id',
  renderValue: ({ entry }) => <Figure of={entry.value} />,
}
