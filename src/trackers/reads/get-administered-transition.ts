import type { Caller } from '../../kit/values/caller.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { createUnknownTransitionError, getTransition } from '../model/get-transition.ts'
import type { Tracker, Transition } from '../model/tracker.ts'
import { findTrackerOfTransition } from '../store/transitions.ts'
import { getAdministeredTracker } from './get-tracker.ts'

/** A transition for the administrators of its tracker, checked in the order of docs/api/trackers.md §4.10. */
export async function getAdministeredTransition(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: TransitionId,
): Promise<{ readonly transition: Transition; readonly tracker: Tracker }> {
  const trackerId = await findTrackerOfTransition(world.db.read, id)
  if (trackerId === undefined) throw createUnknownTransitionError()
  const { tracker } = await getAdministeredTracker(world, caller, trackerId)
  return { transition: getTransition(tracker, id).transition, tracker }
}
