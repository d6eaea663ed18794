import type { Caller } from '../../kit/caller.ts'
import { takeIds } from '../../kit/db/sql.ts'
import type { TransitionId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { checkActions } from '../model/check-actions.ts'
import { readActions } from '../model/read-actions.ts'
import { sharingWith } from '../model/transition-of.ts'
import { replaceTransitionParts } from '../store/workflows.ts'
import { administrateTransition } from './administrate-transition.ts'
import { recordOnTracker } from './record-on-tracker.ts'

/** docs/api/trackers.md §4.11: all actions anew, in simple mode of all transitions to the same state. */
export async function replaceActions(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TransitionId,
  sent: readonly unknown[],
): Promise<void> {
  await administrateTransition(world, caller, id, async (tx, permit, own) => {
    const wanted = readActions(sent, own.transition.actions)
    checkActions(wanted, permit.subject, own.workflow)
    // Ids are given with the rows.
    const actions = wanted.map((action) => ({ id: 0, ...action }))
    const changed = sharingWith(own).map((transition) => ({ ...transition, actions }))
    const ids = await takeIds(tx, 'post_action', changed.length * actions.length)
    await replaceTransitionParts(tx, permit, changed, ids)
    const entry = { at: world.clock.now(), by: caller, action: 'transition actions changed' }
    await recordOnTracker(tx, permit.subject, { ...entry, detail: { transition: id, actions: wanted } })
  })
}
