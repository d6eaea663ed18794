import { mapSemantics } from '../semantics/map-semantics.ts'
import type { TrackerRows } from '../store/insert-trackers.ts'
import type { NumberedTracker } from './assign-ids.ts'
import type { Resolver } from './resolve-keys.ts'

/** docs/api/archive-format.md §2.4: one row for each semantic that is configured. */
export const buildSemanticRows = ({ id, definition }: NumberedTracker, resolve: Resolver): TrackerRows['semantic'] =>
  Object.entries(mapSemantics(definition.semantics, resolve)).map(([kind, semantic]) => ({
    tracker_id: id,
    kind,
    definition: JSON.stringify(semantic),
  }))
