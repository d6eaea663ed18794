import { textOf } from '../../kit/xml/element.ts'
import { fieldChange, valueElement } from '../archive-writing.ts'
import type { FieldType } from '../field-type.ts'
import { ordinaryField } from '../traits.ts'

/** Text only the holders of a key can read: stored and told as it was encrypted (contract 30 §3.14). */
export const encrypted: FieldType<string> = {
  type: 'Encrypted',
  ...ordinaryField,
  structure: { properties: {} },
  storage: { sameValue: (a, b) => (a ?? '') === (b ?? '') },
  present: (value, { id, label }) =>
    value === undefined ? undefined : { field_id: id, type: 'Encrypted', label, value },
  archive: {
    changeType: 'encrypted',
    read: (change) => textOf(change, 'value') ?? '',
    write: (value, field) => fieldChange(field, { type: 'encrypted' }, valueElement(value)),
    isOurs: () => true,
  },
}
