import { child } from '../../kit/xml/element.ts'
import { fieldChange, valueElement } from '../archive-writing.ts'
import type { RichText } from '../field.ts'
import type { FieldType } from '../field-type.ts'
import { propertyOf, wholeNumber, words } from '../properties.ts'
import { escapeHtml, plainText } from '../rich-text.ts'
import { formatOf } from '../text-format.ts'
import { ordinaryField } from '../traits.ts'

const properties = { rows: wholeNumber(10), cols: wholeNumber(50), default_value: words('') }

/** Text of any length, in three formats (contract 30 §3.3). */
export const text: FieldType<RichText> = {
  type: 'text',
  ...ordinaryField,
  isAlphanumeric: true,
  structure: {
    properties,
    defaultValue(field, { viewer: { caller } }) {
      const format = caller.kind === 'member' ? caller.textFormat : 'commonmark'
      const content = String(propertyOf(properties, field, 'default_value'))
      return { format, content: format === 'html' ? asParagraph(content) : content }
    },
  },
  storage: {
    // Contract 30 §3.3: another format for the same content is no change.
    sameValue: (a, b) => (a?.content ?? '') === (b?.content ?? ''),
    texts: (value) => [value],
  },
  present(value, { id, label }, { renderText }) {
    if (value === undefined) return undefined
    const rendered = renderText(value)
    const head = { field_id: id, type: 'text', label } as const
    // Markdown is told as HTML with its source beside; the API never says format "commonmark".
    return value.format === 'commonmark'
      ? { ...head, value: rendered, format: 'html', commonmark: value.content, post_processed_value: rendered }
      : { ...head, value: value.content, format: value.format, post_processed_value: rendered }
  },
  flat: (value) => (value === undefined ? '' : plainText(value)),
  archive: {
    changeType: 'text',
    read(change) {
      const value = child(change, 'value')
      return { format: formatOf(value?.attributes['format']), content: value?.text ?? '' }
    },
    write: ({ format, content }, field) => fieldChange(field, { type: 'text' }, valueElement(content, { format })),
  },
}

/** Contract 20 §2.5. */
const asParagraph = (content: string): string => `<p>${escapeHtml(content).replaceAll(/\r\n|\r|\n/g, '<br />')}</p>`
