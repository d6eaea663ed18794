import { loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { createGroupResolver } from '../parse/groups.ts'
import type { TrackerPermissionsInput } from '../parse/input-schemas.ts'
import { collectProblems } from '../parse/problems.ts'
import { parseTrackerPermissions } from '../parse/tracker-permissions.ts'
import { savePermissions } from '../store/save-tracker.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'

/** Tulipwood extension: replaces all permissions of a tracker; missing permissions are removed. */
export async function replacePermissions(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  input: TrackerPermissionsInput,
): Promise<void> {
  await administerTracker(world, caller, id, async (tx, permit) => {
    const { projectId } = permit.subject
    const problems = collectProblems()
    const groupOf = createGroupResolver(projectId, await loadProjectGroups(tx, projectId))
    const permissions = parseTrackerPermissions(input, { groupOf, problems })
    problems.throwIfAny()
    await savePermissions(tx, permit, permissions)
    const entry = { at: world.clock.now(), by: caller, action: 'tracker permissions changed' }
    await auditTracker(tx, permit.subject, { ...entry, detail: { permissions } })
  })
}
