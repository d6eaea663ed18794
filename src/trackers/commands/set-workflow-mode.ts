import { allocateIds } from '../../database/sql/sql.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { createNoWorkflowError } from '../model/workflow-instruction.ts'
import { withoutSimpleActions, withSharedConditions } from '../model/workflow-mode.ts'
import { replaceTransitionParts, saveWorkflow } from '../store/workflows.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'

export type WorkflowMode = 'simple' | 'advanced'

/**
 * docs/api/trackers.md §4.6, order 5: conditions and actions per transition, or shared by all that lead to the same
 * state.
 */
export async function setWorkflowMode(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  mode: WorkflowMode,
): Promise<void> {
  await administerTracker(world, caller, id, async (tx, permit) => {
    const { workflow } = permit.subject
    if (workflow === null) throw createNoWorkflowError()
    const isAdvanced = mode === 'advanced'
    if (workflow.isAdvanced === isAdvanced) return
    const transitions = isAdvanced
      ? withoutSimpleActions(workflow.transitions)
      : withSharedConditions(workflow.transitions)
    const ids = await allocateIds(
      tx,
      'post_action',
      transitions.reduce((sum, { actions }) => sum + actions.length, 0),
    )
    await replaceTransitionParts(tx, permit, transitions, ids)
    await saveWorkflow(tx, permit, { is_advanced: isAdvanced ? 1 : 0 })
    const entry = { at: world.clock.now(), by: caller, action: 'workflow mode changed' }
    await auditTracker(tx, permit.subject, { ...entry, detail: { to: mode } })
  })
}
