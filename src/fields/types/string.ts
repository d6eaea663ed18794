import { textOf } from '../../kit/xml/element.ts'
import { fieldChange, valueElement } from '../archive-writing.ts'
import { lineCells } from '../cells/plain.ts'
import { complain } from '../complain.ts'
import type { FieldType } from '../field-type.ts'
import { propertyOf, wholeNumber, words } from '../properties.ts'
import { byText } from '../searching/texts.ts'
import { sentValue } from '../sent-value.ts'
import { textEntries } from '../text-entries.ts'
import { isTooLong, tooLong } from '../text-size.ts'
import { ordinaryField } from '../traits.ts'
import type { Writing } from '../writing.ts'

const properties = { maxchars: wholeNumber(0), size: wholeNumber(30), default_value: words('') }

const breaksLine = /[\r\n\0]/

/** docs/api/field-values.md §3, the checks in its order; a number is no text. */
const writing: Writing<string> = {
  accept(sent, field, context) {
    const value = sentValue(sent, field)
    if (value === null) return undefined
    if (typeof value !== 'string') return complain(context, `${field.label} is not a string.`)
    const most = Number(propertyOf(properties, field, 'maxchars'))
    if (most > 0 && isLongerThan(most, value)) return complain(context, tooLong(field.label, most))
    if (isTooLong(value)) return complain(context, tooLong(field.label))
    if (!breaksLine.test(value)) return value
    return complain(context, `${field.label} can contain neiher carriage return nor null char.`)
  },
  initial: (field) => String(propertyOf(properties, field, 'default_value')),
  isEmpty: (value) => (value ?? '') === '',
}

const isLongerThan = (most: number, text: string): boolean => text.length > most && [...text].length > most

/** One line of text (docs/api/field-values.md §3). */
export const string: FieldType<string> = {
  type: 'string',
  ...ordinaryField,
  isAlphanumeric: true,
  structure: { properties, defaultValue: (field) => propertyOf(properties, field, 'default_value') },
  writing,
  searching: byText,
  storage: {
    sameValue: (a, b) => (a ?? '') === (b ?? ''),
    texts: (value) => [{ format: 'text', content: value }],
    families: ['text'],
    index: (value) => textEntries({ format: 'text', content: value }),
  },
  present: (value, { id, label }) => (value === undefined ? undefined : { field_id: id, type: 'string', label, value }),
  flat: (value) => value ?? '',
  cells: lineCells,
  archive: {
    changeType: 'string',
    read: (change) => textOf(change, 'value') ?? '',
    write: (value, field) => fieldChange(field, { type: 'string' }, valueElement(value)),
  },
}
