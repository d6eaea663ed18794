import { textOf } from '../kit/xml/element.ts'
import { fieldChange, valueElement } from './archive-writing.ts'
import type { FieldType } from './field-type.ts'
import { type Property, propertyOf, wholeNumber } from './properties.ts'
import { ordinaryField } from './traits.ts'

interface NumberRules {
  readonly type: 'int' | 'float'
  readonly defaultValue: Property
  readonly pattern: RegExp
}

/** What int and float share (contract 30 §3.4). */
export function numberType({ type, defaultValue, pattern }: NumberRules): FieldType<number | null> {
  const properties = { maxchars: wholeNumber(0), size: wholeNumber(5), default_value: defaultValue }
  return {
    type,
    ...ordinaryField,
    isAlphanumeric: true,
    structure: { properties, defaultValue: (field) => propertyOf(properties, field, 'default_value') },
    storage: {
      sameValue: (a, b) => (a ?? null) === (b ?? null),
      families: ['number'],
      index: (value) => (value === null ? [] : [{ family: 'number', value }]),
    },
    present: (value, { id, label }) => (value === undefined ? undefined : { field_id: id, type, label, value }),
    flat: (value) => value ?? null,
    archive: {
      changeType: type,
      read(change, field, context) {
        const text = (textOf(change, 'value') ?? '').trim()
        if (text === '') return null
        const value = pattern.test(text) ? Number(text) : Number.NaN
        if (Number.isFinite(value)) return value
        context.problem(change.line, `"${text}" is not a number for the field ${field.name}`)
        return undefined
      },
      write: (value, field) => fieldChange(field, { type }, valueElement(value === null ? '' : `${value}`)),
    },
  }
}
