import { type BindValueId, type FieldId, NO_VALUE, type TrackerId } from '../../kit/ids.ts'
import type { Tracker } from '../model/tracker.ts'

/** Keys by which definitions made from existing trackers name things: their old ids. */
export interface Keys {
  tracker(id: TrackerId): string
  field(id: FieldId): string
  /** "None" is null; in lists bound to users a value is a user */
  value(id: number): string | null
  valueOf(id: BindValueId): string
}

export function keysOf(trackers: readonly Tracker[]): Keys {
  const values = new Set<number>()
  for (const { fields } of trackers) {
    for (const { bind } of fields)
      if (bind !== null && bind.kind !== 'users') for (const { id } of bind.values) values.add(id)
  }
  const valueOf = (id: number): string => (values.has(id) ? `V${id}` : `user:${id}`)
  return {
    tracker: (id) => `T${id}`,
    field: (id) => `F${id}`,
    value: (id) => (id === NO_VALUE ? null : valueOf(id)),
    valueOf,
  }
}
