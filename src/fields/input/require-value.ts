import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FieldValueInput } from '../contexts/write-context.ts'
import type { Field } from '../model/field.ts'

/**
 * Returns `value` of an entry; throws when it is missing (docs/api/field-values.md §1). Forms send null for fields that
 * the user did not change (docs/api/client-needs.md §15).
 */
export function requireValue({ value }: FieldValueInput, field: Field): unknown {
  if (value !== undefined) return value
  throw new Refusal(
    'invalid',
    message`Expected format for field ${field.id} : {"field_id" : 15458, "value" : some_value`,
  )
}
