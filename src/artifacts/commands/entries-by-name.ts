import type { FieldValueInput } from '../../fields/contexts/write-context.ts'
import type { Field } from '../../fields/model/field.ts'
import { holdsSteps } from '../../fields/registry/capabilities.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'

/** `values_by_field`: values by the short names of their fields (docs/api/field-values.md §1). */
export function convertEntriesByName(tracker: Pick<Tracker, 'fieldByName'>, valuesByName: object): FieldValueInput[] {
  return Object.entries(valuesByName).flatMap(([name, input]: readonly [string, unknown]) => {
    const field = tracker.fieldByName.get(name)
    if (field === undefined || !field.isUsed)
      throw new Refusal('invalid', message`Field ${name} does not exist in the tracker`)
    if (!isNameable(field)) throw new Refusal('invalid')
    const entry = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
    if (!members.some((member) => Object.hasOwn(entry, member)))
      throw new Refusal('invalid', message`value attribute is missing for field ${field.id}`)
    const { value, format, commonmark, manual_value, is_autocomputed }: Partial<FieldValueInput> = entry
    // null is allowed here and changes nothing.
    return value === null ? [] : [{ field_id: field.id, value, format, commonmark, manual_value, is_autocomputed }]
  })
}

/** Numbers, texts and steps; values of other types have several parts. */
const isNameable = (field: Field): boolean => getFieldType(field.type).isAlphanumeric || holdsSteps(field)

const members = ['value', 'manual_value', 'is_autocomputed']
