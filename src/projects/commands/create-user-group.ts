import type { Caller } from '../../kit/caller.ts'
import { isUniqueViolation } from '../../kit/db/sql.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { addGroups, lookForGroupByName, type StaticGroup } from '../../platform/store/groups.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { groupNameTaken, refuseGroupName } from '../model/group-name.ts'
import type { Project } from '../model/project.ts'
import { mayChangeGroups } from '../policy.ts'
import { recordOnProject } from '../store/project-log.ts'
import { lookForProject } from '../store/projects.ts'

export interface GroupDraft {
  readonly projectId: ProjectId
  readonly name: string
  readonly description: string
}

/** docs/api/user-groups.md §6: a new static group, empty; with the project it is of. */
export async function createUserGroup(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  draft: GroupDraft,
): Promise<{ readonly group: StaticGroup; readonly project: Project }> {
  const settings = await settingsOf(world)
  try {
    return await world.db.write(async (tx) => {
      const { subject: project } = mayChangeGroups(caller, await lookForProject(tx, draft.projectId), settings)
      refuseGroupName(draft.name)
      if ((await lookForGroupByName(tx, draft.projectId, draft.name)) !== undefined) throw groupNameTaken()
      const [group] = await addGroups(tx, [draft])
      if (group === undefined) throw new Error('No group was added')
      await recordOnProject(tx, project, {
        at: world.clock.now(),
        by: caller,
        action: 'group created',
        detail: { group: group.id, name: group.name },
      })
      return { group, project }
    })
  } catch (error) {
    throw isUniqueViolation(error) ? groupNameTaken() : error
  }
}
