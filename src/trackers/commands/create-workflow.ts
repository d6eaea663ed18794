import type { Field } from '../../fields/model/field.ts'
import { holdsChoice } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId, TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Tracker } from '../model/tracker.ts'
import { addWorkflow } from '../store/workflows.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'

/** docs/api/trackers.md §4.6, order 3: a workflow of a list, without transitions and not in use yet. */
export async function createWorkflow(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  fieldId: number,
): Promise<void> {
  await administerTracker(world, caller, id, async (tx, permit) => {
    if (permit.subject.workflow !== null)
      throw new Refusal('invalid', '', { translated: message`A workflow already exists on the given tracker.` })
    const field = getListField(permit.subject, fieldId)
    await addWorkflow(tx, permit, field.id)
    const detail = { field: field.id }
    await auditTracker(tx, permit.subject, { at: world.clock.now(), by: caller, action: 'workflow created', detail })
  })
}

/**
 * An artifact is in one state at a time, and states are values of the tracker: a single-value list that is not bound to
 * users.
 */
function getListField({ fieldById }: Tracker, id: number): Field {
  // Untrusted id; validated by the lookup.
  const field = fieldById.get(id as FieldId)
  if (!field?.isUsed || !holdsChoice(field) || field.bind === null || field.bind.kind === 'users')
    throw new Refusal('absent', '', { translated: message`Field not found.` })
  return field
}
