import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { saveWorkflow } from '../store/workflows.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'

/** docs/api/trackers.md §4.6, order 3: a disabled workflow stays stored and restricts no change. */
export async function setWorkflowEnabled(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  isUsed: boolean,
): Promise<void> {
  await administerTracker(world, caller, id, async (tx, permit) => {
    const { workflow } = permit.subject
    if (workflow === null)
      throw new Refusal('invalid', '', { translated: message`No workflow defined on the given tracker.` })
    if (workflow.isUsed === isUsed) return
    await saveWorkflow(tx, permit, { is_used: isUsed ? 1 : 0 })
    const action = isUsed ? 'workflow enabled' : 'workflow disabled'
    await auditTracker(tx, permit.subject, { at: world.clock.now(), by: caller, action })
  })
}
