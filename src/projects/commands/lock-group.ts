import { isStaticGroup } from '../../accounts/model/groups.ts'
import { lockGroup, type StaticGroup } from '../../accounts/store/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Settings } from '../../site/model/settings.ts'
import type { ProjectGroup } from '../model/group-id.ts'
import type { Project } from '../model/project.ts'
import { mayChangeGroups } from '../policy.ts'
import { lockProject } from '../store/projects.ts'

/**
 * Returns a static group with the permit to change the groups of its project, and locks both until the end of the
 * transaction, so that no other transaction changes or deletes them, or refers to the group, meanwhile.
 */
export async function getChangeableGroup(
  tx: Tx,
  caller: Caller,
  { id, projectId }: ProjectGroup,
  settings: Settings,
): Promise<{ readonly group: StaticGroup; readonly permit: Permit<'administer', Project> }> {
  // The product defines dynamic groups.
  const problem = isStaticGroup(id)
    ? undefined
    : message`Only user groups that were created in a project can be changed`
  const permit = mayChangeGroups(caller, await lockProject(tx, projectId), settings, problem)
  return { group: await lockExistingGroup(tx, id), permit }
}

/** Returns and locks a static group. Throws when it does not exist any more. */
export async function lockExistingGroup(tx: Tx, id: UserGroupId): Promise<StaticGroup> {
  const group = await lockGroup(tx, id)
  if (group === undefined) throw new Refusal('absent', 'User Group does not exist')
  return group
}
