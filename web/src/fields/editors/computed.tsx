import type { ReactNode } from 'react'
import { useId } from 'react'
import type { ValueEntry } from '../../data/trackers.ts'
import { formatNumber } from '../../design/format-number.ts'
import { texts } from '../../texts/texts.ts'
import { defineEditor, type EditorProps } from '../editor.ts'
import { useFieldContext } from '../field-context.tsx'
import styles from './editors.module.css'
import { headOf, isObject } from './head-of.ts'
import { LineInput } from './line-input.tsx'
import { isFloat, parseDecimal } from './parse-number.ts'

const words = texts.editing

interface Draft {
  readonly isAutomatic: boolean
  readonly text: string
}

/** A number that is calculated from linked artifacts, or set by hand. */
export const computed = defineEditor<Draft>({
  shape: 'line',
  toDraft: (entry) => ({
    isAutomatic: entry?.type !== 'computed' || entry.is_autocomputed,
    text: entry?.type === 'computed' ? String(entry.manual_value ?? '') : '',
  }),
  parse({ isAutomatic, text }, field, { values }) {
    const now = values.get(field.field_id)
    const value = now?.type === 'computed' ? now.value : null
    const createEntry = (manual_value: number | null) => ({
      ...headOf(field, 'computed'),
      is_autocomputed: manual_value === null,
      value,
      manual_value,
    })
    if (isAutomatic || text.trim() === '')
      return { isValid: true, input: { is_autocomputed: true }, newEntry: createEntry(null) }
    if (!isFloat(text)) return { isValid: false, message: words.notNumber }
    const manual_value = parseDecimal(text)
    return { isValid: true, input: { manual_value }, newEntry: createEntry(manual_value) }
  },
  fromDefault: (value, field) =>
    isObject(value)
      ? { ...headOf(field, 'computed'), is_autocomputed: false, value: null, manual_value: Number(value['value']) }
      : null,
  isSame: (a, b) => manualOf(a) === manualOf(b),
  Editor: ComputedEditor,
})

function manualOf(entry: ValueEntry | null): number | null {
  return entry?.type === 'computed' && !entry.is_autocomputed ? entry.manual_value : null
}

function ComputedEditor({ field, draft, onDraft, onCommit, labelId, ...rest }: EditorProps<Draft>): ReactNode {
  const id = useId()
  const entry = useFieldContext().values.get(field.field_id)
  const automatic = entry?.type === 'computed' && entry.value !== null ? formatNumber(entry.value) : ''
  return (
    <span className={styles.computed}>
      <LineInput
        {...rest}
        labelId={labelId}
        isNumber
        inputMode="decimal"
        placeholder={automatic}
        value={draft.isAutomatic ? '' : draft.text}
        onChange={(text) => onDraft({ isAutomatic: text.trim() === '', text })}
        onCommit={() => onCommit()}
      />
      <label htmlFor={id} className={styles.check}>
        <input
          id={id}
          type="checkbox"
          checked={draft.isAutomatic}
          onChange={(event) => onDraft({ ...draft, isAutomatic: event.currentTarget.checked })}
        />
        <span>{automatic === '' ? words.calculate : texts.states.labelled(words.calculate, automatic)}</span>
      </label>
    </span>
  )
}
