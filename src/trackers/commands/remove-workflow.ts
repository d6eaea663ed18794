import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { createNoWorkflowError } from '../model/workflow-instruction.ts'
import { removeWorkflow as remove } from '../store/workflows.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'

/** docs/api/trackers.md §4.6, order 2: removes the workflow with all transitions; another can be created. */
export async function removeWorkflow(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
): Promise<void> {
  await administerTracker(world, caller, id, async (tx, permit) => {
    const { workflow } = permit.subject
    if (workflow === null) throw createNoWorkflowError()
    await remove(tx, permit)
    const detail = { field: workflow.field, transitions: workflow.transitions.length }
    await auditTracker(tx, permit.subject, { at: world.clock.now(), by: caller, action: 'workflow deleted', detail })
  })
}
