import { message } from '../../kit/messages/message.ts'
import { getText } from '../../kit/xml/element.ts'
import { buildFieldChangeElement, buildValueElement } from '../contexts/archive-write-context.ts'
import type { InputParser } from '../contexts/write-context.ts'
import { stringCsv } from '../csv/scalars.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { readEmptyText } from '../input/empty-element.ts'
import { reportProblem } from '../input/report-problem.ts'
import { requireValue } from '../input/require-value.ts'
import { formatTooLongMessage, isTooLong } from '../input/text-size.ts'
import { keepWhole, toOneLine } from '../model/conversion.ts'
import type { RichText } from '../model/field.ts'
import { createSizeProperty, createTextProperty, findProperty } from '../model/properties.ts'
import { StringEntry } from '../representations/entries.ts'
import { textSearch } from '../search/texts.ts'
import { toTextIndexEntries } from '../texts/text-index-entries.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    string: EntryOf<'string', typeof StringEntry>
  }
}

const properties = {
  maxchars: createSizeProperty(0),
  size: createSizeProperty(30),
  default_value: createTextProperty(''),
}

const breaksLine = /[\r\n\0]/

/** docs/api/field-values.md §3, the checks in its order; a number is no text. */
const input: InputParser<string> = {
  parse(entry, field, context) {
    const value = requireValue(entry, field)
    if (value === null) return undefined
    if (typeof value !== 'string') return reportProblem(context, message`${field.label} is not a string.`)
    const max = Number(findProperty(properties, field, 'maxchars'))
    if (max > 0 && isLongerThan(max, value)) return reportProblem(context, formatTooLongMessage(field.label, max))
    if (isTooLong(value)) return reportProblem(context, formatTooLongMessage(field.label))
    if (!breaksLine.test(value)) return value
    return reportProblem(context, message`${field.label} can contain neiher carriage return nor null char.`)
  },
  initialValue: (field) => String(findProperty(properties, field, 'default_value')),
  isEmpty: (value) => (value ?? '') === '',
}

const isLongerThan = (max: number, text: string): boolean => text.length > max && [...text].length > max

/** Single-line text (docs/api/field-values.md §3). */
export const string: FieldType<string> = {
  type: 'string',
  entry: StringEntry,
  ...editableField,
  holds: 'line',
  accepts: {
    text: (value: RichText, _from, _to, { plainText }) => keepWhole(toOneLine(plainText(value))),
  },
  readEmptyElement: readEmptyText,
  isAlphanumeric: true,
  structure: { properties, defaultValue: (field) => findProperty(properties, field, 'default_value') },
  input,
  search: textSearch,
  storage: {
    isSameValue: (a, b) => (a ?? '') === (b ?? ''),
    texts: (value) => [{ format: 'text', content: value }],
    families: ['text'],
    indexEntries: (value) => toTextIndexEntries({ format: 'text', content: value }),
  },
  present: (value, { id, label }) => (value === undefined ? undefined : { field_id: id, type: 'string', label, value }),
  flat: (value) => value ?? '',
  csv: stringCsv,
  archive: {
    changeType: 'string',
    read: (change) => getText(change, 'value') ?? '',
    write: (value, field) => buildFieldChangeElement(field, { type: 'string' }, buildValueElement(value)),
  },
}
