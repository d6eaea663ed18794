import type { Caller } from '../../kit/caller.ts'
import { child } from '../../kit/xml/element.ts'
import { fieldChange, valueElement } from '../archive-writing.ts'
import { textCells } from '../cells/plain.ts'
import { complain } from '../complain.ts'
import type { Field, RichText } from '../field.ts'
import type { FieldType } from '../field-type.ts'
import { propertyOf, wholeNumber, words } from '../properties.ts'
import { escapeHtml } from '../render-text.ts'
import { byText } from '../searching/texts.ts'
import { sentValue } from '../sent-value.ts'
import { textEntries } from '../text-entries.ts'
import { formatNamed, formatOf, formatsExpected } from '../text-format.ts'
import { isTooLong, tooLong } from '../text-size.ts'
import { ordinaryField } from '../traits.ts'
import type { SentEntry, Writing } from '../writing.ts'

const properties = { rows: wholeNumber(10), cols: wholeNumber(50), default_value: words('') }

const writing: Writing<RichText> = {
  accept(sent, field, context) {
    const wanted = contentSent(sent, field)
    if (wanted === null) return undefined
    const { content, format } = wanted
    if (typeof content !== 'string') return complain(context, `${field.label} is not a text.`)
    const named = formatNamed(format)
    if (named === undefined && (format ?? '') !== '')
      return complain(context, `${field.label} has an unknown text format. ${formatsExpected}`)
    if (isTooLong(content)) return complain(context, tooLong(field.label))
    return { format: named ?? usualFormat(context.caller), content }
  },
  // An empty paragraph would be no empty text: who must fill the field in has not done so.
  initial: (field, { caller }) => defaultText(field, caller, ''),
  isEmpty: (value) => (value?.content ?? '') === '',
}

/** `value` as a text, as an object, or with `format` beside it (docs/api/client-needs.md §16). */
function contentSent(sent: SentEntry, field: Field): { readonly content?: unknown; readonly format?: unknown } | null {
  const value = sentValue(sent, field)
  if (value === null) return null
  return typeof value === 'object' && !Array.isArray(value) ? value : { content: value, format: sent.format }
}

const usualFormat = (caller: Caller): RichText['format'] =>
  caller.kind === 'member' ? caller.textFormat : 'commonmark'

function defaultText(field: Field, caller: Caller, nothing: string): RichText {
  const format = usualFormat(caller)
  const content = String(propertyOf(properties, field, 'default_value'))
  if (format !== 'html') return { format, content }
  return { format, content: content === '' ? nothing : asParagraph(content) }
}

/** Text of any length, in three formats (docs/api/field-values.md §4). */
export const text: FieldType<RichText> = {
  type: 'text',
  ...ordinaryField,
  isAlphanumeric: true,
  structure: {
    properties,
    defaultValue: (field, { viewer: { caller } }) => defaultText(field, caller, asParagraph('')),
  },
  writing,
  searching: byText,
  storage: {
    // docs/api/field-values.md §4: another format for the same content is no change.
    sameValue: (a, b) => (a?.content ?? '') === (b?.content ?? ''),
    texts: (value) => [value],
    families: ['text'],
    index: textEntries,
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
  flat: (value, _field, { plainText }) => (value === undefined ? '' : plainText(value)),
  cells: textCells,
  archive: {
    changeType: 'text',
    read(change) {
      const value = child(change, 'value')
      return { format: formatOf(value?.attributes['format']), content: value?.text ?? '' }
    },
    write: ({ format, content }, field) => fieldChange(field, { type: 'text' }, valueElement(content, { format })),
  },
}

/** docs/api/trackers.md §3.5. */
const asParagraph = (content: string): string => `<p>${escapeHtml(content).replaceAll(/\r\n|\r|\n/g, '<br />')}</p>`
