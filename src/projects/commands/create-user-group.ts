import type { Caller } from '../../kit/caller.ts'
import { isUniqueViolation } from '../../kit/db/sql.ts'
import type { ProjectId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { dynamicGroups } from '../../platform/model/groups.ts'
import { record } from '../../platform/store/audit.ts'
import { addGroups, lookForGroupByName, type StaticGroup } from '../../platform/store/groups.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import type { Project } from '../model/project.ts'
import { mayChangeGroups } from '../policy.ts'
import { lookForProject } from '../store/projects.ts'

export interface GroupDraft {
  readonly projectId: ProjectId
  readonly name: string
  readonly description: string
}

const taken = (): Refusal =>
  new Refusal('invalid', 'User group already exists in this project. Please choose another name.')

/** Contract 10 §7.6: a new static group, empty; with the project it is of. */
export async function createUserGroup(
  world: Pick<World, 'db' | 'memory' | 'clock'>,
  caller: Caller,
  draft: GroupDraft,
): Promise<{ readonly group: StaticGroup; readonly project: Project }> {
  const settings = await settingsOf(world)
  try {
    return await world.db.write(async (tx) => {
      const { subject: project } = mayChangeGroups(caller, await lookForProject(tx, draft.projectId), settings)
      refuseName(draft.name)
      if ((await lookForGroupByName(tx, draft.projectId, draft.name)) !== undefined) throw taken()
      const [group] = await addGroups(tx, [draft])
      if (group === undefined) throw new Error('No group was added')
      await record(tx, {
        at: world.clock.now(),
        by: caller,
        action: 'group created',
        subject: project.shortName,
        detail: { group: group.id, name: group.name },
      })
      return { group, project }
    })
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
}

function refuseName(name: string): void {
  if (name === '') throw new Refusal('invalid', 'The group name is missing')
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    throw new Refusal('invalid', `Invalid group name: ${name}. Please use only alphanumerical characters.`)
  }
  // Archives name the dynamic groups so: a static one of that name could not be told from them.
  if (dynamicGroups.some(({ shortName }) => shortName === name.toLowerCase())) throw taken()
}
