import { formatNumber } from '../../design/format-number.ts'
import { texts } from '../../texts/texts.ts'
import type { EntryOf, FieldType } from '../field-type.ts'
import { numberField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'
import { Figure } from '../values/figure.tsx'
import styles from '../values/value.module.css'

const words = texts.artifact

export const computed: FieldType<EntryOf<'computed'>> = {
  ...numberField,
  renderValue({ entry }) {
    const value = entry.is_autocomputed ? entry.value : entry.manual_value
    if (value === null) return <EmptyValue />
    return (
      <span>
        <Figure of={value} />{' '}
        <span className={styles.aside}>
          {entry.is_autocomputed ? words.automatic : words.manual}
          {!entry.is_autocomputed &&
            entry.value !== null &&
            ` (${texts.states.labelled(words.automatic, formatNumber(entry.value))})`}
        </span>
      </span>
    )
  },
  loadEditor: () => import('../editors/computed.tsx').then((file) => file.computed),
  isBulkEditable: false,
}
