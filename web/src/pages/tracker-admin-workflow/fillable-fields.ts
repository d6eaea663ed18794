import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { isEditableType } from '../../fields/registry.ts'

export interface Item<Id> {
  readonly id: Id
  readonly label: string
}

/** Fields that users fill in, and those that are chosen although they are others. */
export const listFillableFields = (
  { fields }: TrackerRepresentation,
  chosen: readonly number[],
): readonly Item<number>[] =>
  fields
    .filter(({ field_id: id, type, is_used }) => chosen.includes(id) || (is_used && isEditableType(type)))
    .map(({ field_id: id, label }) => ({ id, label }))

/** Names of fields by their ids. */
export const nameFields = ({ fields }: TrackerRepresentation, ids: readonly number[]): string =>
  ids.map((id) => fields.find(({ field_id }) => field_id === id)?.label ?? String(id)).join(', ')
