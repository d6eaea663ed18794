import type { ValueEntry } from '../../data/trackers.ts'
import { texts } from '../../texts/texts.ts'
import { type AnyFieldEditor, defineEditor, type EditorProps } from '../editor.ts'
import { headOf } from './head-of.ts'
import { LineInput } from './line-input.tsx'
import { isFloat, isInt, parseDecimal } from './parse-number.ts'

const words = texts.editing

const numberKind = (type: 'int' | 'float'): AnyFieldEditor =>
  defineEditor<string>({
    shape: 'line',
    toDraft: (entry) => String(numberOf(entry) ?? ''),
    parse(draft, field) {
      const text = draft.trim()
      if (text === '') {
        if (field.required) return { isValid: false, message: texts.states.required }
        return { isValid: true, input: { value: '' }, shown: { ...headOf(field, type), value: null } }
      }
      const number = parseDecimal(text)
      if (!(type === 'int' ? isInt(text) : isFloat(text)))
        return { isValid: false, message: type === 'int' ? words.notWholeNumber : words.notNumber }
      return { isValid: true, input: { value: number }, shown: { ...headOf(field, type), value: number } }
    },
    isSame: (a, b) => numberOf(a) === numberOf(b),
    Editor: NumberEditor,
  })

const numberOf = (entry: ValueEntry | null): number | null =>
  entry?.type === 'int' || entry?.type === 'float' ? entry.value : null

const NumberEditor = ({ draft, onDraft, onCommit, field, ...rest }: EditorProps<string>) => (
  <LineInput
    {...rest}
    isNumber
    inputMode={field.type === 'int' ? 'numeric' : 'decimal'}
    value={draft}
    onChange={onDraft}
    onCommit={() => onCommit()}
    isRequired={field.required}
  />
)

export const int = numberKind('int')
export const float = numberKind('float')
