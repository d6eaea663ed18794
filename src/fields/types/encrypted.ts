import { message } from '../../kit/messages/message.ts'
import { getText } from '../../kit/xml/element.ts'
import { buildFieldChangeElement, buildValueElement } from '../contexts/archive-write-context.ts'
import type { InputParser } from '../contexts/write-context.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { readEmptyText } from '../input/empty-element.ts'
import { reportProblem } from '../input/report-problem.ts'
import { requireValue } from '../input/require-value.ts'
import { StringEntry } from '../representations/entries.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    Encrypted: EntryOf<'Encrypted', typeof StringEntry>
  }
}

/**
 * Imported values are kept and exported. New text cannot be encrypted because no tracker has a key here; storing it
 * unencrypted would disclose it.
 */
const input: InputParser<string> = {
  parse(entry, field, context) {
    const value = requireValue(entry, field)
    if (value === null) return undefined
    if (typeof value !== 'string') return reportProblem(context, message`${field.label} is not a string.`)
    if (value === '' || value === context.currentValue) return value
    return reportProblem(context, message`${field.label} can not be encrypted: the tracker has no public key.`)
  },
  isEmpty: (value) => (value ?? '') === '',
}

/** Text that only owners of a key can read: stored and returned encrypted (docs/api/field-values.md §15). */
export const encrypted: FieldType<string> = {
  type: 'Encrypted',
  entry: StringEntry,
  ...editableField,
  // A key of one tracker does not open what another one sealed.
  isMovable: false,
  readEmptyElement: readEmptyText,
  structure: { properties: {} },
  input,
  storage: { isSameValue: (a, b) => (a ?? '') === (b ?? '') },
  present: (value, { id, label }) =>
    value === undefined ? undefined : { field_id: id, type: 'Encrypted', label, value },
  archive: {
    changeType: 'encrypted',
    read: (change) => getText(change, 'value') ?? '',
    write: (value, field) => buildFieldChangeElement(field, { type: 'encrypted' }, buildValueElement(value)),
    needsExtension: () => true,
  },
}
