import type { Field } from '../../fields/model/field.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Tracker } from '../model/tracker.ts'

export function isUsedField({ fieldById }: Tracker, id: FieldId, matches: (field: Field) => boolean): boolean {
  const field = fieldById.get(id)
  return field?.isUsed === true && matches(field)
}
