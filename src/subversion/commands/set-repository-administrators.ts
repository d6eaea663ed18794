import { loadGroups } from '../../accounts/store/groups.ts'
import { message } from '../../kit/messages/message.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { parseGroupId } from '../../projects/model/group-id.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { assertProjectGroup } from '../model/assert-project-group.ts'
import { maySetAdministrators } from '../policy.ts'
import { saveRepositoryAdministrators } from '../store/repository-administrators.ts'

/** docs/api/subversion.md §1.1: replaces the groups that administer the repositories of a project. */
export async function setRepositoryAdministrators(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  projectId: ProjectId,
  groupIds: readonly string[],
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const permit = maySetAdministrators(caller, await findProject(tx, projectId), settings)
    const addresses = groupIds.map(parseGroupId)
    const groups = addresses.map((address) => address.group)
    const knownGroups = await loadGroups(tx, groups)
    for (const address of addresses) assertProjectGroup(address, projectId, knownGroups, foreignGroup)
    await saveRepositoryAdministrators(tx, permit, groups)
    await auditProject(tx, permit.subject, {
      at: world.clock.now(),
      by: caller,
      action: 'svn administrators changed',
      detail: { groups: [...new Set(groups)] },
    })
  })
}

const foreignGroup = message`Only groups of the project can administer its repositories`
