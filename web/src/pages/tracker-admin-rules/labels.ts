import type { FieldRepresentation } from '../../../../src/trackers/representations/field.ts'
import { getFieldType } from '../../fields/registry.ts'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'

/** The id of no value. */
export const none = 100

export interface ListValue {
  readonly id: number
  readonly label: string
}

/** The values of a list, hidden ones too: artifacts may have them. */
export const listValues = ({ values }: FieldRepresentation): ListValue[] =>
  Array.isArray(values) ? values.flatMap(({ id, label }) => (typeof id === 'number' ? [{ id, label }] : [])) : []

/** Lists whose values are known, which field dependencies connect. */
export const isList = (field: FieldRepresentation): boolean => {
  const { choice } = getFieldType(field.type)
  return (choice === 'one' || choice === 'several') && listValues(field).length > 0
}

/** Lists that triggers read and set. */
export const isStaticList = (field: FieldRepresentation): boolean => isList(field) && field.bindings.type === 'static'

export const isDateOfUsers = ({ type }: FieldRepresentation): boolean => {
  const { comparison, isSetBySystem } = getFieldType(type)
  return comparison === 'date' && !isSetBySystem
}

/** Fields that the user cannot read are named by their id. */
export const labelOfField = (fields: readonly FieldRepresentation[], id: number): string =>
  fields.find((field) => field.field_id === id)?.label ?? trackerAdminTexts.trackerRules.unknown(id)

export const labelOfValue = (fields: readonly FieldRepresentation[], field: number, id: number): string => {
  if (id === none) return texts.states.none
  const found = fields.find(({ field_id }) => field_id === field)
  return (
    (found && listValues(found).find((value) => value.id === id)?.label) ?? trackerAdminTexts.trackerRules.unknown(id)
  )
}
