import { type ReactNode, useRef } from 'react'
import type { ValueEntry } from '../../data/trackers.ts'
import { Icon } from '../../design/icon.tsx'
import { pageLocale } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'
import { defineEditor, type EditorProps } from '../editor.ts'
import type { Field } from '../field-context.tsx'
import styles from './editors.module.css'
import { headOf } from './head-of.ts'
import { LineInput } from './line-input.tsx'
import { type DateWords, formatDay, formatTime, parseTypedDate, type TypedDate } from './parse-typed-date.ts'

const words = texts.editing

const units = ['day', 'week', 'month', 'year'] as const
const dateWords: DateWords = {
  days: { [words.today]: 0, [words.tomorrow]: 1, [words.yesterday]: -1 },
  units: Object.fromEntries(units.flatMap((unit, index) => [[words.dateUnits.charAt(index), unit]])),
  locale: pageLocale,
}

/** A day, or a minute where the field shows the time. */
export const date = defineEditor<string>({
  shape: 'line',
  toDraft(entry, field) {
    if (entry?.type !== 'date' || entry.value === null) return ''
    const moment = new Date(entry.value)
    return field.is_time_displayed ? `${formatDay(moment)} ${formatTime(moment)}` : entry.value.slice(0, 10)
  },
  parse(draft, field) {
    const is_time_displayed = field.is_time_displayed ?? false
    const head = { ...headOf(field, 'date'), is_time_displayed }
    if (draft.trim() === '') {
      if (field.required) return { isValid: false, message: texts.states.required }
      return { isValid: true, input: { value: '' }, newEntry: { ...head, value: null } }
    }
    const typedDate = parseTypedDate(draft, new Date(), dateWords)
    if (typedDate === undefined) return { isValid: false, message: is_time_displayed ? words.notTime : words.notDate }
    const value = is_time_displayed ? withOffset(typedDate) : typedDate.day
    return { isValid: true, input: { value }, newEntry: { ...head, value } }
  },
  fromDefault: (value, field) => (value === null || value === '' ? null : entryOf(field, String(value))),
  fromTexts: ([text = ''], field) => entryOf(field, text),
  isSame: (a, b) => comparable(a) === comparable(b),
  Editor: DateEditor,
})

function entryOf(field: Field, text: string): ValueEntry | null {
  const value = text.trim().replace(' ', 'T')
  if (Number.isNaN(new Date(value).getTime())) return null
  return { ...headOf(field, 'date'), value, is_time_displayed: field.is_time_displayed ?? false }
}

/** Without time, a date is the day that is written, whatever the zone. */
function comparable(entry: ValueEntry | null): string | number | null {
  if (entry?.type !== 'date' || entry.value === null) return null
  return entry.is_time_displayed ? Math.floor(new Date(entry.value).getTime() / 60_000) : entry.value.slice(0, 10)
}

/** A minute in the zone of the browser, with its offset; without a time, the beginning of the day. */
function withOffset({ day, time }: TypedDate): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const [hours = 0, minutes = 0] = (time ?? '00:00').split(':').map(Number)
  const moment = new Date(year, month - 1, dayOfMonth, hours, minutes)
  const offset = -moment.getTimezoneOffset()
  const [sign, size] = [offset < 0 ? '-' : '+', Math.abs(offset)]
  const part = (n: number): string => String(Math.floor(n)).padStart(2, '0')
  return `${formatDay(moment)}T${formatTime(moment)}:00${sign}${part(size / 60)}:${part(size % 60)}`
}

function DateEditor({ field, draft, onDraft, onCommit, ...rest }: EditorProps<string>): ReactNode {
  const native = useRef<HTMLInputElement>(null)
  const typedDate = parseTypedDate(draft, new Date(), dateWords)
  const hasTime = field.is_time_displayed ?? false
  return (
    <span className={styles.date}>
      <LineInput
        {...rest}
        value={draft}
        placeholder={hasTime ? words.timeHint : words.dateHint}
        onChange={onDraft}
        onCommit={() => onCommit()}
        isRequired={field.required}
      />
      <button
        type="button"
        className={styles.calendar}
        aria-label={words.pickDate}
        onClick={() => native.current?.showPicker()}
      >
        <Icon name="calendar" />
      </button>
      {/* The calendar of the browser: it knows its language, keys and touch. */}
      <input
        ref={native}
        type="date"
        className={styles.nativeDate}
        tabIndex={-1}
        aria-hidden="true"
        value={typedDate?.day ?? ''}
        onChange={(event) => {
          const day = event.currentTarget.value
          const next = hasTime && day !== '' ? `${day} ${typedDate?.time ?? '00:00'}` : day
          onDraft(next)
          if (rest.isInPlace && !hasTime) onCommit(next)
        }}
      />
    </span>
  )
}
