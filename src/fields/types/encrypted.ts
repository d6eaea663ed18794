import { textOf } from '../../kit/xml/element.ts'
import { fieldChange, valueElement } from '../archive-writing.ts'
import { complain } from '../complain.ts'
import type { FieldType } from '../field-type.ts'
import { sentValue } from '../sent-value.ts'
import { ordinaryField } from '../traits.ts'
import type { Writing } from '../writing.ts'

/**
 * What an archive brought can be kept and taken away. New text cannot be encrypted, for no tracker has a key here; storing
 * it in clear would betray who wrote it.
 */
const writing: Writing<string> = {
  accept(sent, field, context) {
    const value = sentValue(sent, field)
    if (value === null) return undefined
    if (typeof value !== 'string') return complain(context, `${field.label} is not a string.`)
    if (value === '' || value === context.before) return value
    return complain(context, `${field.label} can not be encrypted: the tracker has no public key.`)
  },
  isEmpty: (value) => (value ?? '') === '',
}

/** Text only the holders of a key can read: stored and told as it was encrypted (docs/api/field-values.md §15). */
export const encrypted: FieldType<string> = {
  type: 'Encrypted',
  ...ordinaryField,
  structure: { properties: {} },
  writing,
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
