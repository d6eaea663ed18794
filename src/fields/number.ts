import { textOf } from '../kit/xml/element.ts'
import { fieldChange, valueElement } from './archive-writing.ts'
import { numberCells } from './cells/plain.ts'
import { complain } from './complain.ts'
import type { FieldType } from './field-type.ts'
import { numberSent } from './number-sent.ts'
import { type Property, propertyOf, wholeNumber } from './properties.ts'
import { byNumber } from './searching/numbers.ts'
import { sentValue } from './sent-value.ts'
import { ordinaryField } from './traits.ts'

interface NumberRules {
  readonly type: 'int' | 'float'
  readonly defaultValue: Property
  readonly pattern: RegExp
  /** what a value that is none is not */
  readonly noun: string
}

/** What int and float share (docs/api/field-values.md §5). */
export function numberType({ type, defaultValue, pattern, noun }: NumberRules): FieldType<number | null> {
  const properties = { maxchars: wholeNumber(0), size: wholeNumber(5), default_value: defaultValue }
  return {
    type,
    ...ordinaryField,
    isAlphanumeric: true,
    structure: { properties, defaultValue: (field) => propertyOf(properties, field, 'default_value') },
    writing: {
      accept(sent, field, context) {
        const value = sentValue(sent, field)
        if (value === null) return undefined
        if (value === '') return null
        const number = numberSent(value, pattern)
        if (number === undefined) return complain(context, `${field.label} is not ${noun}.`)
        // Beyond it whole numbers are no longer told apart; fractions never were exact.
        if (type === 'float' || Number.isSafeInteger(number)) return number
        return complain(context, `${field.label} can not be further from zero than ${Number.MAX_SAFE_INTEGER}.`)
      },
      initial(field) {
        const value = propertyOf(properties, field, 'default_value')
        return typeof value === 'number' ? value : undefined
      },
      isEmpty: (value) => (value ?? null) === null,
    },
    searching: byNumber(type === 'int' ? 'integer' : 'float'),
    storage: {
      sameValue: (a, b) => (a ?? null) === (b ?? null),
      families: ['number'],
      index: (value) => (value === null ? [] : [{ family: 'number', value }]),
    },
    present: (value, { id, label }) => (value === undefined ? undefined : { field_id: id, type, label, value }),
    flat: (value) => value ?? null,
    cells: numberCells(pattern, noun),
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
