import type { Field } from '../../fields/model/field.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { Tracker } from './tracker.ts'

/** The field of a filter or a query with this name, whatever its case and accents (docs/api/queries.md §1.4, §2.1). */
export function findFieldByName({ fields, fieldByName }: Pick<Tracker, 'fields' | 'fieldByName'>, name: string) {
  const exact = fieldByName.get(name)
  if (exact?.isUsed === true) return exact
  const key = foldText(name)
  const alike = (field: Field): boolean => foldText(field.name) === key
  return fields.find((field) => field.isUsed && alike(field)) ?? exact ?? fields.find(alike)
}
