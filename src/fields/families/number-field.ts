import { type Message, message } from '../../kit/messages/message.ts'
import { getText } from '../../kit/xml/element.ts'
import { buildFieldChangeElement, buildValueElement } from '../contexts/archive-write-context.ts'
import { formatNumberCsv } from '../csv/scalars.ts'
import type { FieldSearch } from '../field-type/field-search.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { readEmptyText } from '../input/empty-element.ts'
import { reportProblem } from '../input/report-problem.ts'
import { requireValue } from '../input/require-value.ts'
import type { Conversion } from '../model/conversion.ts'
import type { FieldTypeName } from '../model/field.ts'
import { createSizeProperty, findProperty, type Property, type PropertyTable } from '../model/properties.ts'
import { NumberEntry } from '../representations/entries.ts'

interface NumberTypeOptions {
  readonly type: FieldTypeName
  /** Larger integers are not exact; fractions never are. */
  readonly isInteger: boolean
  readonly convert: Conversion
  /** The number that a value of a request or a text stands for; undefined: none. */
  parse(value: unknown): number | undefined
  describeInvalid(label: string): Message
  describeInvalidCell(cell: string): Message
  /** One of them is `default_value`. */
  readonly properties: PropertyTable
  readonly search: FieldSearch
}

/** Settings of a number. */
export const createNumberProperties = (defaultValue: Property): PropertyTable => ({
  maxchars: createSizeProperty(0),
  size: createSizeProperty(5),
  default_value: defaultValue,
})

/** Whether an input is the current value, also in the form of a response: JSON and XML use an exponent from 1e21 on. */
const isCurrentValue = (input: unknown, number: number | undefined, currentValue: unknown): currentValue is number =>
  typeof currentValue === 'number' && (number === currentValue || input === currentValue || input === `${currentValue}`)

/** Formats an integer without an exponent, which the pattern of integers does not allow. */
const formatInteger = (value: number): string => (Math.abs(value) < 1e21 ? `${value}` : BigInt(value).toString())

/** Shared by types that store a number (docs/api/field-values.md §5). */
export function createNumberFieldType(options: NumberTypeOptions): FieldType<number | null> {
  const { type, isInteger, properties, search } = options
  const format = isInteger ? formatInteger : String
  return {
    type,
    entry: NumberEntry,
    ...editableField,
    holds: 'number',
    isAlphanumeric: true,
    accepts: { number: options.convert },
    readEmptyElement: readEmptyText,
    structure: { properties, defaultValue: (field) => findProperty(properties, field, 'default_value') },
    input: {
      parse(input, field, context) {
        const value = requireValue(input, field)
        if (value === null) return undefined
        if (value === '') return null
        const number = options.parse(value)
        // An unchanged value stays, also one of an archive that is outside the range below.
        if (isCurrentValue(value, number, context.currentValue)) return context.currentValue
        if (number === undefined) return reportProblem(context, options.describeInvalid(field.label))
        if (!isInteger || Number.isSafeInteger(number)) return number
        return reportProblem(
          context,
          message`${field.label} can not be further from zero than ${`${Number.MAX_SAFE_INTEGER}`}.`,
        )
      },
      initialValue(field) {
        const value = findProperty(properties, field, 'default_value')
        return typeof value === 'number' ? value : undefined
      },
      isEmpty: (value) => (value ?? null) === null,
    },
    search,
    storage: {
      isSameValue: (a, b) => (a ?? null) === (b ?? null),
      families: ['number'],
      indexEntries: (value) => (value === null ? [] : [{ family: 'number', value }]),
    },
    present: (value, { id, label }) => (value === undefined ? undefined : { field_id: id, type, label, value }),
    flat: (value) => value ?? null,
    csv: formatNumberCsv({ parse: options.parse, describeInvalid: options.describeInvalidCell, format }),
    archive: {
      changeType: type,
      read(change, field, context) {
        const text = (getText(change, 'value') ?? '').trim()
        if (text === '') return null
        const value = options.parse(text)
        if (value !== undefined) return value
        context.reportProblem(change.line, `"${text}" is not a number for the field ${field.name}`)
        return undefined
      },
      write: (value, field) =>
        buildFieldChangeElement(field, { type }, buildValueElement(value === null ? '' : format(value))),
    },
  }
}
