import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { WorkflowInstruction } from '../model/workflow-instruction.ts'
import { createWorkflow } from './create-workflow.ts'
import { leaveLegacyWorkflow } from './leave-legacy-workflow.ts'
import { removeWorkflow } from './remove-workflow.ts'
import { setWorkflowEnabled } from './set-workflow-enabled.ts'
import { setWorkflowMode } from './set-workflow-mode.ts'

/** Carries out one instruction of docs/api/trackers.md §4.6. */
export async function changeWorkflow(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  instruction: WorkflowInstruction,
): Promise<void> {
  switch (instruction.kind) {
    case 'remove':
      return removeWorkflow(world, caller, id)
    case 'create':
      return createWorkflow(world, caller, id, instruction.field)
    case 'switch':
      return setWorkflowEnabled(world, caller, id, instruction.isUsed)
    case 'leave legacy':
      return leaveLegacyWorkflow(world, caller, id)
    case 'mode':
      return setWorkflowMode(world, caller, id, instruction.mode)
    default:
      return instruction satisfies never
  }
}
