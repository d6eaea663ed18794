import { textOf } from '../../kit/xml/element.ts'
import { fieldChange, valueElement } from '../archive-writing.ts'
import type { FieldType } from '../field-type.ts'
import { propertyOf, wholeNumber, words } from '../properties.ts'
import { ordinaryField } from '../traits.ts'

const properties = { maxchars: wholeNumber(0), size: wholeNumber(30), default_value: words('') }

/** One line of text (contract 30 §3.2). */
export const string: FieldType<string> = {
  type: 'string',
  ...ordinaryField,
  isAlphanumeric: true,
  structure: { properties, defaultValue: (field) => propertyOf(properties, field, 'default_value') },
  storage: {
    sameValue: (a, b) => (a ?? '') === (b ?? ''),
    texts: (value) => [{ format: 'text', content: value }],
  },
  present: (value, { id, label }) => (value === undefined ? undefined : { field_id: id, type: 'string', label, value }),
  flat: (value) => value ?? '',
  archive: {
    changeType: 'string',
    read: (change) => textOf(change, 'value') ?? '',
    write: (value, field) => fieldChange(field, { type: 'string' }, valueElement(value)),
  },
}
