import type { ValueEntry } from '../../data/trackers.ts'
import { texts } from '../../texts/texts.ts'
import { type AnyFieldEditor, defineEditor } from '../editor.ts'
import type { Field } from '../field-context.tsx'
import { headOf, numberSetting } from './head-of.ts'
import { LineInput } from './line-input.tsx'

const words = texts.editing

/** One line of text that only the server reads. */
export const encrypted = defineEditor<string>({
  shape: 'line',
  toDraft: (entry) => (entry?.type === 'string' ? entry.value : ''),
  parse(draft, field) {
    const limit = numberSetting(field, 'maxchars')
    if (limit > 0 && [...draft].length > limit) return { isValid: false, message: words.tooLong(limit) }
    if (field.required && draft.trim() === '') return { isValid: false, message: texts.states.required }
    return { isValid: true, input: { value: draft }, newEntry: { ...headOf(field, 'string'), value: draft } }
  },
  isSame: (a, b) => textOf(a) === textOf(b),
  Editor: ({ draft, onDraft, onCommit, field, ...rest }) => (
    <LineInput {...rest} value={draft} onChange={onDraft} onCommit={() => onCommit()} isRequired={field.required} />
  ),
})

/** One line of text. */
export const string: AnyFieldEditor = {
  ...encrypted,
  fromDefault: (value, field) => entryOf(field, typeof value === 'string' ? value : ''),
  fromTexts: ([text = ''], field) => entryOf(field, text),
}

const entryOf = (field: Field, value: string): ValueEntry => ({ ...headOf(field, 'string'), value })

const textOf = (entry: ValueEntry | null): string =>
  entry?.type === 'string' || entry?.type === 'Encrypted' ? entry.value : ''
