import { addGroups, findGroupByName, type StaticGroup } from '../../accounts/store/groups.ts'
import { isUniqueViolation } from '../../database/sql/sql.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { createGroupNameTakenError, refuseGroupName } from '../model/group-name.ts'
import type { Project } from '../model/project.ts'
import { mayChangeGroups } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { findProject } from '../store/projects.ts'

export interface UserGroupInput {
  readonly projectId: ProjectId
  readonly name: string
  readonly description: string
}

/** Creates an empty static group, and returns it with its project (docs/api/user-groups.md §6). */
export async function createUserGroup(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  draft: UserGroupInput,
): Promise<{ readonly group: StaticGroup; readonly project: Project }> {
  const settings = await getSettings(withReads(world))
  try {
    return await world.db.write(async (tx) => {
      const permit = mayChangeGroups(caller, await findProject(tx, draft.projectId), settings)
      refuseGroupName(draft.name)
      if ((await findGroupByName(tx, draft.projectId, draft.name)) !== undefined) throw createGroupNameTakenError()
      const [group] = await addGroups(tx, permit, [draft])
      if (group === undefined) throw new Error('Insert returned no group')
      const project = permit.subject
      await auditProject(tx, project, {
        at: world.clock.now(),
        by: caller,
        action: 'group created',
        detail: { group: group.id, name: group.name },
      })
      return { group, project }
    })
  } catch (error) {
    throw isUniqueViolation(error) ? createGroupNameTakenError() : error
  }
}
