import { allocateIds } from '../../database/sql/sql.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { checkActions } from '../model/check-actions.ts'
import { listTransitionsSharingConditions } from '../model/get-transition.ts'
import { parseActions } from '../model/parse-actions.ts'
import { replaceTransitionParts } from '../store/workflows.ts'
import { administerTransition } from './administer-transition.ts'
import { auditTracker } from './audit-tracker.ts'

/** docs/api/trackers.md §4.11: replaces all actions, in simple mode those of all transitions to the same state. */
export async function replaceActions(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TransitionId,
  input: readonly unknown[],
): Promise<void> {
  await administerTransition(world, caller, id, async (tx, permit, context) => {
    const parsed = parseActions(input, context.transition.actions)
    checkActions(parsed, permit.subject, context.workflow)
    // Ids are assigned with the rows.
    const actions = parsed.map((action) => ({ id: 0, ...action }))
    const changed = listTransitionsSharingConditions(context).map((transition) => ({ ...transition, actions }))
    const ids = await allocateIds(tx, 'post_action', changed.length * actions.length)
    await replaceTransitionParts(tx, permit, changed, ids)
    const entry = { at: world.clock.now(), by: caller, action: 'transition actions changed' }
    await auditTracker(tx, permit.subject, { ...entry, detail: { transition: id, actions: parsed } })
  })
}
