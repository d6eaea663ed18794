import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { UserGroupId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Settings } from '../../platform/model/settings.ts'
import { lookForGroup, type StaticGroup } from '../../platform/store/groups.ts'
import type { Project } from '../model/project.ts'
import { mayChangeGroups } from '../policy.ts'
import { lookForProject } from '../store/projects.ts'

/** A static group with its project, as this transaction sees them, for who may change the groups there. */
export async function groupToChange(
  tx: Tx,
  caller: Caller,
  id: UserGroupId,
  settings: Settings,
): Promise<{ readonly group: StaticGroup; readonly project: Project }> {
  const group = await lookForGroup(tx, id)
  // A dynamic group is what the project makes it.
  if (group === undefined) throw new Refusal('invalid', 'Only user groups that were made in a project can be changed')
  const { subject: project } = mayChangeGroups(caller, await lookForProject(tx, group.projectId), settings)
  return { group, project }
}
