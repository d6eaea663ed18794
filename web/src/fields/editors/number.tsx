import type { ValueEntry } from '../../data/trackers.ts'
import { texts } from '../../texts/texts.ts'
import { type AnyFieldEditor, defineEditor } from '../editor.ts'
import { headOf } from './head-of.ts'
import { LineInput } from './line-input.tsx'
import { isFloat, isInt, parseDecimal } from './parse-number.ts'

type NumberEntry = Extract<ValueEntry, { readonly value: number | null }>

interface NumberEditorOptions {
  readonly type: NumberEntry['type']
  /** The number that a text stands for; undefined: none. */
  parse(text: string): number | undefined
  /** The text that users edit. */
  format(value: number): string
  /** What an invalid text should be. */
  readonly message: string
  readonly inputMode: 'numeric' | 'decimal' | 'text'
}

/** A number, or what is stored as one, in one line. */
export function createNumberEditor({ type, parse, format, message, inputMode }: NumberEditorOptions): AnyFieldEditor {
  const numberOf = (entry: ValueEntry | null): number | null =>
    entry?.type === type ? (entry as NumberEntry).value : null
  return defineEditor<string>({
    shape: 'line',
    toDraft(entry) {
      const value = numberOf(entry)
      return value === null ? '' : format(value)
    },
    parse(draft, field) {
      const text = draft.trim()
      if (text === '') {
        if (field.required) return { isValid: false, message: texts.states.required }
        return { isValid: true, input: { value: '' }, newEntry: { ...headOf(field, type), value: null } as NumberEntry }
      }
      const value = parse(text)
      if (value === undefined) return { isValid: false, message }
      return { isValid: true, input: { value }, newEntry: { ...headOf(field, type), value } as NumberEntry }
    },
    fromDefault: (value, field) =>
      typeof value === 'number' ? ({ ...headOf(field, type), value } as NumberEntry) : null,
    fromTexts([text = ''], field) {
      const value = parse(text.trim())
      return value === undefined ? null : ({ ...headOf(field, type), value } as NumberEntry)
    },
    isSame: (a, b) => numberOf(a) === numberOf(b),
    Editor: ({ draft, onDraft, onCommit, field, ...rest }) => (
      <LineInput
        {...rest}
        isNumber
        inputMode={inputMode}
        value={draft}
        onChange={onDraft}
        onCommit={() => onCommit()}
        isRequired={field.required}
      />
    ),
  })
}

const words = texts.editing

export const int = createNumberEditor({
  type: 'int',
  parse: (text) => (isInt(text) ? parseDecimal(text) : undefined),
  format: String,
  message: words.notWholeNumber,
  inputMode: 'numeric',
})

export const float = createNumberEditor({
  type: 'float',
  parse: (text) => (isFloat(text) ? parseDecimal(text) : undefined),
  format: String,
  message: words.notNumber,
  inputMode: 'decimal',
})
