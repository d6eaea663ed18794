import type { Conversion, ConvertContext, ConvertedValue } from '../model/conversion.ts'
import { keepWhole } from '../model/conversion.ts'
import type { Field } from '../model/field.ts'
import { getFieldType } from './registry.ts'

/** How much of a field is converted: one of the lists of the dry run (docs/api/artifacts.md §3.9). */
export type ConversionExtent = 'whole' | 'part' | 'nothing'

/**
 * Whether values of one field can be converted to values of the other (docs/api/artifacts.md §3.9: same or compatible
 * type).
 */
export const isConvertible = (from: Field, to: Field): boolean => findConversion(from, to) !== undefined

/** A stored value of one field as a stored value of the other, which `isConvertible` accepts. */
export function convertValue(value: unknown, from: Field, to: Field, context: ConvertContext): ConvertedValue {
  const convert = findConversion(from, to)
  if (convert === undefined) throw new Error(`No conversion from ${from.type} to ${to.type}`)
  // Each conversion accepts what its type stores (fields/model/field.ts).
  return convert(value as never, from, to, context)
}

/** Returns how much of the current value is converted; undefined where the field never had a value. */
export function describeConversion(value: unknown, from: Field, to: Field, context: ConvertContext): ConversionExtent {
  const { holds } = getFieldType(from.type)
  if (holds === 'grants' && (value ?? null) === null) return 'nothing'
  if ((holds === 'choice' || holds === 'choices') && value === undefined) return 'part'
  return value === undefined || convertValue(value, from, to, context).isComplete ? 'whole' : 'part'
}

function findConversion(from: Field, to: Field): Conversion | undefined {
  const [source, target] = [getFieldType(from.type), getFieldType(to.type)]
  if (source.hasBind && from.bind?.kind !== to.bind?.kind) return undefined
  const accepted = source.holds && target.accepts?.[source.holds]
  if (accepted !== undefined) return accepted
  return from.type === to.type && source.kind === 'field' && source.isMovable ? keepWhole : undefined
}
