import type { FieldTypeName } from '../../fields/field.ts'
import type { FieldId } from '../../kit/ids.ts'
import type { Tracker } from '../model/tracker.ts'

export function isUsedFieldOfType({ fieldById }: Tracker, id: FieldId, types: readonly FieldTypeName[]): boolean {
  const field = fieldById.get(id)
  return field?.isUsed === true && types.includes(field.type)
}
