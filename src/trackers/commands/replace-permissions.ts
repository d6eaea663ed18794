import type { Caller } from '../../kit/caller.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { groupsOfProject } from '../../platform/store/groups.ts'
import { groupsIn } from '../reading/groups.ts'
import { gatherProblems } from '../reading/problems.ts'
import type { SentTrackerPermissions } from '../reading/sent.ts'
import { readTrackerPermissions } from '../reading/tracker-permissions.ts'
import { savePermissions } from '../store/save-tracker.ts'
import { administrateTracker } from './administrate-tracker.ts'
import { recordOnTracker } from './record-on-tracker.ts'

/** Our extension: who may what on a tracker, all at once; a right that is not said is given to nobody. */
export async function replacePermissions(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  sent: SentTrackerPermissions,
): Promise<void> {
  await administrateTracker(world, caller, id, async (tx, permit) => {
    const { projectId } = permit.subject
    const problems = gatherProblems()
    const groupOf = groupsIn(projectId, await groupsOfProject(tx, projectId))
    const permissions = readTrackerPermissions(sent, { groupOf, problems })
    problems.refuseIfAny()
    await savePermissions(tx, permit, permissions)
    const entry = { at: world.clock.now(), by: caller, action: 'tracker permissions changed' }
    await recordOnTracker(tx, permit.subject, { ...entry, detail: { permissions } })
  })
}
