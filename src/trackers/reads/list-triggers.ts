import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId, TrackerId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { TriggerRule } from '../model/tracker.ts'
import { loadTrackersOfFields, loadTriggersOfTracker } from '../store/triggers.ts'
import { getAdministeredTracker } from './get-tracker.ts'

export interface ListedTriggers {
  readonly triggers: readonly TriggerRule[]
  /** The tracker of each field of a child. */
  readonly trackerOf: ReadonlyMap<FieldId, TrackerId>
}

/** Returns the triggers of a tracker for its administrators. */
export async function listTriggers(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: TrackerId,
): Promise<ListedTriggers> {
  const { tracker } = await getAdministeredTracker(world, caller, id)
  const triggers = await loadTriggersOfTracker(world.db.read, tracker.id)
  const fields = triggers.flatMap((rule) => rule.triggers.map(({ field }) => field))
  return { triggers, trackerOf: await loadTrackersOfFields(world.db.read, [...new Set(fields)]) }
}
