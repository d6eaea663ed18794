import { holdsGrants } from '../../fields/registry/capabilities.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { findRemovalProblem } from '../model/field-use.ts'
import { removeField } from '../store/remove-field.ts'
import { loadTriggers } from '../store/triggers.ts'
import { hasRestrictedArtifacts } from '../store/value-uses.ts'
import { administerField } from './administer-field.ts'
import { auditTracker } from './audit-tracker.ts'
import { removeFieldFromReports } from './remove-field-from-reports.ts'

/** docs/api/trackers.md §4.8: permanently, with its values; a field that is used elsewhere cannot be deleted. */
export async function deleteField(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: FieldId,
): Promise<void> {
  await administerField(world, caller, id, async (tx, permit, field) => {
    const tracker = permit.subject
    const problem = findRemovalProblem(field, tracker, await loadTriggers(tx, tracker.projectId))
    if (problem !== undefined) throw new Refusal('invalid', problem)
    // Without it these artifacts would be visible to all who can see the tracker.
    if (holdsGrants(field) && (await hasRestrictedArtifacts(tx, tracker.id)))
      throw new Refusal('invalid', 'Impossible to delete this field (artifacts are restricted by it) ')
    await removeFieldFromReports(tx, permit, id)
    await removeField(tx, permit, field)
    const detail = { field: id, type: field.type, fieldName: field.name }
    await auditTracker(tx, tracker, { at: world.clock.now(), by: caller, action: 'field deleted', detail })
  })
}
