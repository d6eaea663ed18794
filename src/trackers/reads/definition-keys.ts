import { type BindValueId, type FieldId, NO_VALUE, type TrackerId } from '../../kit/values/ids.ts'
import type { Tracker } from '../model/tracker.ts'

/** Keys of definitions of existing trackers: their old ids. */
export interface DefinitionKeys {
  tracker(id: TrackerId): string
  field(id: FieldId): string
  /** In lists bound to users a value is a user (docs/api/trackers.md §5.3). */
  value(field: FieldId, id: BindValueId | number): string
  /** "None" is null */
  valueOrNone(field: FieldId, id: BindValueId | number): string | null
}

export function buildDefinitionKeys(trackers: readonly Tracker[]): DefinitionKeys {
  const fields = trackers.flatMap((tracker) => tracker.fields)
  const ofUsers = new Set(fields.filter(({ bind }) => bind?.kind === 'users').map(({ id }) => id))
  const value = (field: FieldId, id: number): string => (ofUsers.has(field) ? `user:${id}` : `V${id}`)
  return {
    tracker: (id) => `T${id}`,
    field: (id) => `F${id}`,
    value,
    valueOrNone: (field, id) => (id === NO_VALUE ? null : value(field, id)),
  }
}
