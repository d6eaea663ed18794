import type { Caller } from '../../kit/caller.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { loadGroups } from '../../platform/store/groups.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { readGroupId } from '../../projects/model/group-id.ts'
import { recordOnProject } from '../../projects/store/project-log.ts'
import { lookForProject } from '../../projects/store/projects.ts'
import { refuseForeignGroup } from '../model/group-of-project.ts'
import { mayNameAdministrators } from '../policy.ts'
import { saveRepositoryAdministrators } from '../store/repository-administrators.ts'

/**
 * docs/api/subversion.md §1.1: the groups that hold the right to administer the repositories of a project become these.
 */
export async function nameRepositoryAdministrators(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  projectId: ProjectId,
  sent: readonly string[],
): Promise<void> {
  const settings = await settingsOf(world)
  await world.db.write(async (tx) => {
    const { subject: project } = mayNameAdministrators(caller, await lookForProject(tx, projectId), settings)
    const addresses = sent.map(readGroupId)
    const groups = addresses.map((address) => address.group)
    const known = await loadGroups(tx, groups)
    for (const address of addresses) refuseForeignGroup(address, projectId, known, onlyOwn)
    await saveRepositoryAdministrators(tx, projectId, groups)
    await recordOnProject(tx, project, {
      at: world.clock.now(),
      by: caller,
      action: 'svn administrators changed',
      detail: { groups: [...new Set(groups)] },
    })
  })
}

const onlyOwn = 'Only groups of the project can administer its repositories'
