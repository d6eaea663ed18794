import type { Caller } from '../../kit/caller.ts'
import type { TransitionId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker, Transition } from '../model/tracker.ts'
import { trackerOfTransition } from '../store/transitions.ts'
import { findTrackerToAdministrate } from './find-tracker.ts'

/** A transition for the administrators of its tracker, checked in the order of contract 20 §5.10. */
export async function findTransition(
  world: Pick<World, 'db' | 'memory'>,
  caller: Caller,
  id: TransitionId,
): Promise<{ readonly transition: Transition; readonly tracker: Tracker }> {
  const trackerId = await trackerOfTransition(world.db.read, id)
  if (trackerId === undefined) throw unknown()
  const { tracker } = await findTrackerToAdministrate(world, caller, trackerId)
  const transition = tracker.workflow?.transitions.find((each) => each.id === id)
  if (transition === undefined) throw unknown()
  return { transition, tracker }
}

const unknown = () => new Refusal('absent', '', { translated: 'Transition not found.' })
