import { texts } from '../../texts/texts.ts'
import type { EntryOf, FieldType } from '../field-type.ts'
import { numberField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'
import styles from '../values/value.module.css'

/** Minutes, shown and edited as `2h 30m`. */
export const duration: FieldType<EntryOf<'duration'>> = {
  ...numberField,
  renderValue: ({ entry: { value } }) =>
    value === null ? <EmptyValue /> : <span className={styles.figure}>{formatDuration(value)}</span>,
  isSortable: true,
  formatSum: formatDuration,
  comparison: 'number',
  queryExamples: ['30m', '1h', '4h', '8h'],
  async loadEditor() {
    const { createNumberEditor } = await import('../editors/number.tsx')
    return createNumberEditor({
      type: 'duration',
      parse: parseDuration,
      format: formatDuration,
      message: texts.editing.notDuration,
      inputMode: 'text',
    })
  },
}

const pattern = /^(?=\d)(?:(\d+)\s*h)?\s*(?:(\d+)\s*(?:m|min)?)?$/i

/** Parses `2h 30m`, `2h`, `90m`; a number is one of minutes. */
function parseDuration(text: string): number | undefined {
  const [match, hours = '0', minutes = '0'] = pattern.exec(text.trim()) ?? []
  const sum = Number(hours) * 60 + Number(minutes)
  return match !== undefined && Number.isSafeInteger(sum) ? sum : undefined
}

function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours}h`] : []), ...(rest > 0 || hours === 0 ? [`${rest}m`] : [])].join(' ')
}
