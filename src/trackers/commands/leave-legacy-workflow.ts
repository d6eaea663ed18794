import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { createNoWorkflowError } from '../model/workflow-instruction.ts'
import { saveWorkflow } from '../store/workflows.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'

/**
 * docs/api/trackers.md §3.8, §4.6 order 4: from then on a disabled workflow does nothing; there is no way
 * back.
 */
export async function leaveLegacyWorkflow(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
): Promise<void> {
  await administerTracker(world, caller, id, async (tx, permit) => {
    const { workflow } = permit.subject
    if (workflow === null) throw createNoWorkflowError()
    if (!workflow.isLegacy) return
    await saveWorkflow(tx, permit, { is_legacy: 0 })
    const action = 'workflow left the legacy mode'
    await auditTracker(tx, permit.subject, { at: world.clock.now(), by: caller, action })
  })
}
