import type { ReactNode } from 'react'
import type { ValueEntry } from '../../data/trackers.ts'
import { texts } from '../../texts/texts.ts'
import { defineEditor, type EditorProps } from '../editor.ts'
import type { Field } from '../field-context.tsx'
import { headOf, isObject } from './head-of.ts'
import { loadTextTools, TextEditor } from './text-editor.tsx'
import { plainHtml, sourceOf, type TextDraft, type TextFormat } from './text-source.ts'

const maxBytes = 65_535

// An editor that appears soon has them, too.
void loadTextTools().catch(() => undefined)

/** A long text in its stored format. */
export const text = defineEditor<TextDraft>({
  shape: 'block',
  toDraft: (entry, { default_value }) => sourceOf(entry) ?? { content: '', format: preferredFormat(default_value) },
  parse({ content, format }, field) {
    if (content === '' && field.required) return { isValid: false, message: texts.states.required }
    if (new TextEncoder().encode(content).length > maxBytes)
      return { isValid: false, message: texts.editing.tooLong(maxBytes) }
    const html = format === 'html' ? content : plainHtml(content)
    return {
      isValid: true,
      input: { value: { content, format } },
      newEntry: {
        ...headOf(field, 'text'),
        ...(format === 'commonmark' ? { commonmark: content } : {}),
        value: format === 'commonmark' ? html : content,
        format: format === 'commonmark' ? 'html' : format,
        post_processed_value: html,
      },
    }
  },
  fromDefault: (value, field) =>
    isObject(value) && typeof value['content'] === 'string'
      ? entryOf(field, value['content'], String(value['format']))
      : null,
  fromTexts: ([text = ''], field) => entryOf(field, text, 'commonmark'),
  isSame: (a, b) => (sourceOf(a)?.content ?? '') === (sourceOf(b)?.content ?? ''),
  Editor: FieldTextEditor,
})

const entryOf = (field: Field, content: string, format: string): ValueEntry => ({
  ...headOf(field, 'text'),
  ...(format === 'commonmark' ? { commonmark: content } : {}),
  value: content,
  format: format === 'text' ? 'text' : 'html',
  post_processed_value: content,
})

/** A text field without value has the format that the user prefers. */
function preferredFormat(defaultValue: unknown): TextFormat {
  if (typeof defaultValue !== 'object' || defaultValue === null || !('format' in defaultValue)) return 'commonmark'
  const { format } = defaultValue
  return format === 'text' || format === 'html' ? format : 'commonmark'
}

function FieldTextEditor({ draft, onDraft, takesFocus, labelId, errorId }: EditorProps<TextDraft>): ReactNode {
  return <TextEditor {...{ takesFocus, labelId, errorId }} value={draft} onChange={onDraft} />
}
