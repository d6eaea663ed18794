import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { listOptions } from '../../fields/editors/list-options.ts'
import { quote } from './view.ts'

/** It is one of several words on the line of the query bar. */
const maxLength = 32

/** A condition that is valid in a tracker: its status, else another list with values of its own; null: it has none. */
export function findQueryExample({ fields, semantics }: TrackerRepresentation): string | null {
  const lists = fields.filter(({ is_used, bindings }) => is_used && bindings.type === 'static')
  const isStatus = ({ field_id }: (typeof fields)[number]): boolean => field_id === semantics.status?.field_id
  const conditions = [...lists.filter(isStatus), ...lists].flatMap((field) =>
    listOptions(field).map(({ label }) => `${field.name} = ${quote(label)}`),
  )
  return conditions.find(({ length }) => length <= maxLength) ?? null
}
