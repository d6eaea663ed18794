import { message } from '../../kit/messages/message.ts'
import { createNumberFieldType, createNumberProperties } from '../families/number-field.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { keepWhole } from '../model/conversion.ts'
import { createIntegerProperty } from '../model/properties.ts'
import { parseNumber } from '../parse/parse-number.ts'
import type { NumberEntry } from '../representations/entries.ts'
import { createNumberSearch } from '../search/numbers.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    int: EntryOf<'int', typeof NumberEntry>
  }
}

/** A whole number (docs/api/field-values.md §5). */
export const int: FieldType<number | null> = createNumberFieldType({
  type: 'int',
  isInteger: true,
  parse: (value) => parseNumber(value, /^[+-]?\d+$/),
  convert: (value: number | null) => keepWhole(value === null ? null : Math.trunc(value)),
  describeInvalid: (label) => message`${label} is not an integer.`,
  describeInvalidCell: (cell) => message`${cell} is not an integer`,
  properties: createNumberProperties(createIntegerProperty(null)),
  search: createNumberSearch((name) => message`integer field '${name}'`),
})
