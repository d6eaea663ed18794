import type { Tx } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { createUnknownTransitionError, getTransition, type TransitionInWorkflow } from '../model/get-transition.ts'
import { findTrackerOfTransition } from '../store/transitions.ts'
import { administerTracker, type MayAdminister } from './administer-tracker.ts'

/** A change of a transition by the administrators of its tracker; checks in the order of docs/api/trackers.md §4.10. */
export async function administerTransition<T>(
  world: Pick<CommandWorld, 'db' | 'cache'>,
  caller: Caller,
  id: TransitionId,
  work: (tx: Tx, permit: MayAdminister, context: TransitionInWorkflow) => Promise<T>,
): Promise<T> {
  const findTracker = async (tx: Tx) => {
    const trackerId = await findTrackerOfTransition(tx, id)
    if (trackerId === undefined) throw createUnknownTransitionError()
    return trackerId
  }
  return administerTracker(world, caller, findTracker, (tx, permit) =>
    work(tx, permit, getTransition(permit.subject, id)),
  )
}
