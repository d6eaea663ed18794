import type { Caller } from '../../kit/caller.ts'
import type { TransitionId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker, Transition } from '../model/tracker.ts'
import { transitionOf, unknownTransition } from '../model/transition-of.ts'
import { trackerOfTransition } from '../store/transitions.ts'
import { findTrackerToAdministrate } from './find-tracker.ts'

/** A transition for the administrators of its tracker, checked in the order of docs/api/trackers.md §4.10. */
export async function findTransition(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: TransitionId,
): Promise<{ readonly transition: Transition; readonly tracker: Tracker }> {
  const trackerId = await trackerOfTransition(world.db.read, id)
  if (trackerId === undefined) throw unknownTransition()
  const { tracker } = await findTrackerToAdministrate(world, caller, trackerId)
  return { transition: transitionOf(tracker, id).transition, tracker }
}
