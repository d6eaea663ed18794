import { formatNumber } from '../../design/format-number.ts'
import type { EntryOf, FieldType } from '../field-type.ts'
import { numberField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'
import { Figure } from '../values/figure.tsx'

export const float: FieldType<EntryOf<'float'>> = {
  ...numberField,
  renderValue: ({ entry }) => (entry.value === null ? <EmptyValue /> : <Figure of={entry.value} />),
  isSortable: true,
  formatSum: formatNumber,
  comparison: 'number',
  loadEditor: () => import('../editors/number.tsx').then((file) => file.float),
}
