import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { getText } from '../../kit/xml/element.ts'
import { buildCdata, buildElement, escapeText } from '../../kit/xml/write.ts'
import { buildFieldChangeElement } from '../contexts/archive-write-context.ts'
import type { InputParser } from '../contexts/write-context.ts'
import { defineEntry, type EntryOf, nullable } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { reportProblem } from '../input/report-problem.ts'
import { createDecimalProperty, findProperty } from '../model/properties.ts'
import { floatPattern, parseNumber } from '../parse/parse-number.ts'

const ComputedEntry = defineEntry('ComputedValue', {
  is_autocomputed: Type.Boolean(),
  value: nullable(Type.Number()),
  manual_value: nullable(Type.Number()),
})

declare module '../model/field.ts' {
  interface FieldTypeNames {
    computed: EntryOf<'computed', typeof ComputedEntry>
  }
}

const properties = { default_value: createDecimalProperty(null) }

// docs/api/field-values.md §12: wire text.
const formatExpected = message`Expected format for a computed field  : {"field_id" : 15458, "manual_value" : 12} or {"field_id" : 15458, "is_autocomputed" : true}`

const input: InputParser<number | null> = {
  parse({ value, manual_value: manual, is_autocomputed: isAutocomputed }, field, context) {
    const isManual = (manual ?? '') !== ''
    if ((value ?? null) !== null || (isAutocomputed === false && !isManual))
      throw new Refusal('invalid', formatExpected)
    // docs/api/compatibility.md §3.2: a number takes precedence over the request to compute.
    if (isManual)
      return parseNumber(manual, floatPattern) ?? reportProblem(context, message`${field.label} is not a float.`)
    return isAutocomputed === true ? null : undefined
  },
  initialValue(field) {
    const value = findProperty(properties, field, 'default_value')
    return typeof value === 'number' ? value : undefined
  },
  // The sum is shown when no number was set.
  isEmpty: () => false,
}

/** A sum over the children, or a number set by hand, which is what is stored (docs/api/field-values.md §12). */
export const computed: FieldType<number | null> = {
  type: 'computed',
  entry: ComputedEntry,
  ...editableField,
  holds: 'sum',
  isVolatile: true,
  isAlphanumeric: true,
  isAlwaysPresent: true,
  structure: {
    properties,
    // It sums the fields of its own name.
    specificProperties: (field) => ({
      target_field_name: field.name,
      default_value: findProperty(properties, field, 'default_value'),
    }),
    defaultValue(field) {
      const value = findProperty(properties, field, 'default_value')
      return value === null ? null : { type: 'manual_value', value }
    },
  },
  input,
  storage: { isSameValue: (a, b) => (a ?? null) === (b ?? null) },
  present: (manual, { id, label }, { artifact }) => ({
    field_id: id,
    type: 'computed',
    label,
    is_autocomputed: (manual ?? null) === null,
    value: artifact.sums.get(id) ?? null,
    manual_value: manual ?? null,
  }),
  flat: (manual, { id }, { artifact }) => manual ?? artifact.sums.get(id) ?? null,
  csv: {
    write: (manual, { id }, { artifact }) => manual ?? artifact.sums.get(id) ?? '',
    read(text, _field, { reportProblem }) {
      const number = text.trim()
      if (number === '') return { is_autocomputed: true }
      const isNumber = parseNumber(number, floatPattern) !== undefined
      return isNumber ? { manual_value: number } : reportProblem(message`${JSON.stringify(text)} is not a number`)
    },
  },
  archive: {
    changeType: 'computed',
    read(change, field, context) {
      const text = (getText(change, 'manual_value') ?? getText(change, 'value') ?? '').trim()
      if (text === '') return null
      const value = Number(text)
      if (Number.isFinite(value)) return value
      context.reportProblem(change.line, `"${text}" is not a number for the field ${field.name}`)
      return undefined
    },
    write: (manual, field) =>
      buildFieldChangeElement(
        field,
        { type: 'computed' },
        manual === null
          ? buildElement('is_autocomputed', {}, escapeText('1'))
          : buildElement('manual_value', {}, buildCdata(`${manual}`)),
      ),
  },
}
