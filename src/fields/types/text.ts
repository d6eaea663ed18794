import { message } from '../../kit/messages/message.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { Type } from '../../kit/values/schema.ts'
import { findChild } from '../../kit/xml/element.ts'
import { buildFieldChangeElement, buildValueElement } from '../contexts/archive-write-context.ts'
import type { FieldValueInput, InputParser } from '../contexts/write-context.ts'
import { textCsv } from '../csv/scalars.ts'
import { defineEntry, type EntryOf, oneOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { readEmptyText } from '../input/empty-element.ts'
import { reportProblem } from '../input/report-problem.ts'
import { requireValue } from '../input/require-value.ts'
import { readShownMarkdown } from '../input/shown-texts.ts'
import { formatTooLongMessage, isTooLong } from '../input/text-size.ts'
import { keepWhole } from '../model/conversion.ts'
import type { Field, RichText } from '../model/field.ts'
import { createSizeProperty, createTextProperty, findProperty } from '../model/properties.ts'
import { parseTextFormat, textFormatsExpected, toTextFormat } from '../parse/text-format.ts'
import { textSearch } from '../search/texts.ts'
import { toTextIndexEntries } from '../texts/text-index-entries.ts'

const TextEntry = defineEntry('TextValue', {
  value: Type.String(),
  format: oneOf('text', 'html'),
  commonmark: Type.Optional(Type.String()),
  post_processed_value: Type.String(),
})

declare module '../model/field.ts' {
  interface FieldTypeNames {
    text: EntryOf<'text', typeof TextEntry>
  }
}

const properties = {
  rows: createSizeProperty(10),
  cols: createSizeProperty(50),
  default_value: createTextProperty(''),
}

const input: InputParser<RichText> = {
  parse(entry, field, context) {
    const parsed = parseContent(entry, field)
    if (parsed === null) return undefined
    const { content, format } = parsed
    if (typeof content !== 'string') return reportProblem(context, message`${field.label} is not a text.`)
    const knownFormat = parseTextFormat(format)
    if (knownFormat === undefined && (format ?? '') !== '')
      return reportProblem(context, message`${field.label} has an unknown text format. ${textFormatsExpected}`)
    const text = readShownMarkdown({ format: knownFormat ?? defaultFormat(context.caller), content }, entry.commonmark)
    return isTooLong(text.content) ? reportProblem(context, formatTooLongMessage(field.label)) : text
  },
  // An empty paragraph would not be an empty text and would satisfy a required field.
  initialValue: (field, { caller }) => defaultText(field, caller, ''),
  isEmpty: (value) => (value?.content ?? '') === '',
}

/** Parses `value` as a text, as an object, or with `format` next to it (docs/api/client-needs.md §16). */
function parseContent(
  entry: FieldValueInput,
  field: Field,
): { readonly content?: unknown; readonly format?: unknown } | null {
  const value = requireValue(entry, field)
  if (value === null) return null
  return typeof value === 'object' && !Array.isArray(value) ? value : { content: value, format: entry.format }
}

const defaultFormat = (caller: Caller): RichText['format'] =>
  caller.kind === 'member' ? caller.textFormat : 'commonmark'

function defaultText(field: Field, caller: Caller, emptyHtml: string): RichText {
  const format = defaultFormat(caller)
  const content = String(findProperty(properties, field, 'default_value'))
  if (format !== 'html') return { format, content }
  return { format, content: content === '' ? emptyHtml : asParagraph(content) }
}

/** Text of any length, in three formats (docs/api/field-values.md §4). */
export const text: FieldType<RichText> = {
  type: 'text',
  entry: TextEntry,
  ...editableField,
  holds: 'text',
  accepts: { line: (value: string) => keepWhole({ format: 'text', content: value } satisfies RichText) },
  readEmptyElement: readEmptyText,
  isAlphanumeric: true,
  structure: {
    properties,
    defaultValue: (field, { viewer: { caller } }) => defaultText(field, caller, asParagraph('')),
  },
  input,
  search: textSearch,
  storage: {
    // docs/api/field-values.md §4: another format for the same content is no change.
    isSameValue: (a, b) => (a?.content ?? '') === (b?.content ?? ''),
    texts: (value) => [value],
    families: ['text'],
    indexEntries: toTextIndexEntries,
  },
  present(value, { id, label }, { renderText }) {
    if (value === undefined) return undefined
    const rendered = renderText(value)
    const head = { field_id: id, type: 'text', label } as const
    // Markdown is returned as HTML along with its source; the API never returns the format "commonmark".
    return value.format === 'commonmark'
      ? { ...head, value: rendered, format: 'html', commonmark: value.content, post_processed_value: rendered }
      : { ...head, value: value.content, format: value.format, post_processed_value: rendered }
  },
  flat: (value, _field, { plainText }) => (value === undefined ? '' : plainText(value)),
  csv: textCsv,
  archive: {
    changeType: 'text',
    read(change) {
      const value = findChild(change, 'value')
      return { format: toTextFormat(value?.attributes['format']), content: value?.text ?? '' }
    },
    write: ({ format, content }, field) =>
      buildFieldChangeElement(field, { type: 'text' }, buildValueElement(content, { format })),
  },
}

/** docs/api/trackers.md §3.5. */
const asParagraph = (content: string): string => `<p>${escapeHtml(content).replaceAll(/\r\n|\r|\n/g, '<br />')}</p>`
