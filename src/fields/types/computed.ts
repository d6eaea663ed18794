import { textOf } from '../../kit/xml/element.ts'
import type { FieldType } from '../field-type.ts'
import { decimalNumber, propertyOf } from '../properties.ts'
import { ordinaryField } from '../traits.ts'

const properties = { default_value: decimalNumber(null) }

/** A sum over the children, or a number set by hand, which is what is stored (contract 30 §3.11). */
export const computed: FieldType<number | null> = {
  type: 'computed',
  ...ordinaryField,
  isAlphanumeric: true,
  isAlwaysPresent: true,
  structure: {
    properties,
    // It sums the fields of its own name.
    specificProperties: (field) => ({
      target_field_name: field.name,
      default_value: propertyOf(properties, field, 'default_value'),
    }),
    defaultValue(field) {
      const value = propertyOf(properties, field, 'default_value')
      return value === null ? null : { type: 'manual_value', value }
    },
  },
  storage: { sameValue: (a, b) => (a ?? null) === (b ?? null) },
  present: (manual, { id, label }, { artifact }) => ({
    field_id: id,
    type: 'computed',
    label,
    is_autocomputed: (manual ?? null) === null,
    value: artifact.sums.get(id) ?? null,
    manual_value: manual ?? null,
  }),
  flat: (manual, { id }, { artifact }) => manual ?? artifact.sums.get(id) ?? null,
  archive: {
    changeType: 'computed',
    read(change, field, context) {
      const text = (textOf(change, 'manual_value') ?? textOf(change, 'value') ?? '').trim()
      if (text === '') return null
      const value = Number(text)
      if (Number.isFinite(value)) return value
      context.problem(change.line, `"${text}" is not a number for the field ${field.name}`)
      return undefined
    },
  },
}
