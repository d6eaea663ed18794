import { message } from '../../kit/messages/message.ts'
import { createNumberFieldType, createNumberProperties } from '../families/number-field.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { keepWhole } from '../model/conversion.ts'
import { createDecimalProperty } from '../model/properties.ts'
import { floatPattern, parseNumber } from '../parse/parse-number.ts'
import type { NumberEntry } from '../representations/entries.ts'
import { createNumberSearch } from '../search/numbers.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    float: EntryOf<'float', typeof NumberEntry>
  }
}

/** A number with a fraction (docs/api/field-values.md §5). */
export const float: FieldType<number | null> = createNumberFieldType({
  type: 'float',
  isInteger: false,
  parse: (value) => parseNumber(value, floatPattern),
  convert: keepWhole,
  describeInvalid: (label) => message`${label} is not a float.`,
  describeInvalidCell: (cell) => message`${cell} is not a float`,
  properties: createNumberProperties(createDecimalProperty(null)),
  search: createNumberSearch((name) => message`float field '${name}'`),
})
