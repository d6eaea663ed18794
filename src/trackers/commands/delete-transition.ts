import type { Caller } from '../../kit/values/caller.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { removeTransitions } from '../store/workflows.ts'
import { administerTransition } from './administer-transition.ts'
import { auditTracker } from './audit-tracker.ts'

/** docs/api/trackers.md §4.10. */
export async function deleteTransition(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TransitionId,
): Promise<void> {
  await administerTransition(world, caller, id, async (tx, permit, { transition: { from, to } }) => {
    await removeTransitions(tx, permit, [id])
    const entry = { at: world.clock.now(), by: caller, action: 'transition deleted' }
    await auditTracker(tx, permit.subject, { ...entry, detail: { transition: id, from, to } })
  })
}
