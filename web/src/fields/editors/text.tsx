import type { ReactNode } from 'react'
import { texts } from '../../texts/texts.ts'
import { defineEditor, type EditorProps } from '../editor.ts'
import { headOf } from './head-of.ts'
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
      shown: {
        ...headOf(field, 'text'),
        ...(format === 'commonmark' ? { commonmark: content } : {}),
        value: format === 'commonmark' ? html : content,
        format: format === 'commonmark' ? 'html' : format,
        post_processed_value: html,
      },
    }
  },
  isSame: (a, b) => (sourceOf(a)?.content ?? '') === (sourceOf(b)?.content ?? ''),
  Editor: FieldTextEditor,
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
