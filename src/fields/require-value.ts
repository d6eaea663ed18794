import { Refusal } from '../kit/refusal.ts'
import type { Field } from './field.ts'
import type { FieldValueInput } from './write-context.ts'

/**
 * `value` of an entry; an entry without it is refused at once (docs/api/field-values.md §1). null comes from forms that
 * send every field, for those nobody touched (docs/api/client-needs.md §15).
 */
export function requireValue({ value }: FieldValueInput, field: Field): unknown {
  if (value !== undefined) return value
  throw new Refusal('invalid', `Expected format for field ${field.id} : {"field_id" : 15458, "value" : some_value`)
}
