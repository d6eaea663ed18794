import type { Caller } from '../../kit/caller.ts'
import type { FieldId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { removalProblem } from '../model/field-use.ts'
import { removeField } from '../store/remove-field.ts'
import { loadTriggers } from '../store/triggers.ts'
import { hasClosedArtifacts } from '../store/value-uses.ts'
import { administrateField } from './administrate-field.ts'
import { forgetInReports } from './forget-in-reports.ts'
import { recordOnTracker } from './record-on-tracker.ts'

/** docs/api/trackers.md §4.8: for good, with its values; nothing that is needed elsewhere can go. */
export async function deleteField(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: FieldId,
): Promise<void> {
  await administrateField(world, caller, id, async (tx, permit, field) => {
    const tracker = permit.subject
    const problem = removalProblem(field, tracker, await loadTriggers(tx, tracker.projectId))
    if (problem !== undefined) throw new Refusal('invalid', problem)
    // Without it they would be open to all who see the tracker.
    if (field.type === 'perm' && (await hasClosedArtifacts(tx, tracker.id)))
      throw new Refusal('invalid', 'Impossible to delete this field (artifacts are restricted by it) ')
    await forgetInReports(tx, tracker.id, id)
    await removeField(tx, permit, field)
    const detail = { field: id, type: field.type, fieldName: field.name }
    await recordOnTracker(tx, tracker, { at: world.clock.now(), by: caller, action: 'field deleted', detail })
  })
}
