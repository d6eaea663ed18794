import { emptyElement } from '../../kit/values/schema.ts'
import type { FieldValueInput } from '../contexts/write-context.ts'
import type { Field } from '../model/field.ts'
import { getFieldType } from './registry.ts'

/**
 * Replaces an empty XML element by the empty value of the field (docs/api/rest-conventions.md §2.2). Types without an
 * empty value get null, because an XML response shows null this way and clients may send it back.
 */
export function resolveEmptyElement(entry: FieldValueInput, { type }: Field): FieldValueInput {
  if (entry.value !== emptyElement) return entry
  return getFieldType(type).readEmptyElement?.(entry) ?? { ...entry, value: null }
}
