import { group } from '../../accounts/model/groups.ts'
import { mayStopAdministering } from '../../accounts/policy.ts'
import { loadGroupMembers } from '../../accounts/store/groups.ts'
import { removeProjectMembers } from '../../accounts/store/members.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { createLastAdministratorRefusal } from '../model/members.ts'
import { mayChangeGroups } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { lockMemberships } from './lock-memberships.ts'

/**
 * Removes a user from a project and its groups; a project keeps its last administrator. Returns whether the user was a
 * member.
 */
export async function removeMember(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  requester: Caller,
  id: ProjectId,
  userId: UserId,
): Promise<boolean> {
  const settings = await getSettings(withReads(world))
  return world.db.write(async (tx) => {
    const { project, siteAdministrators, caller } = await lockMemberships(tx, requester, id)
    const permit = mayChangeGroups(caller, project, settings)
    const administrators = (await loadGroupMembers(tx, { project: id, groups: [group.administrators] })).get(
      group.administrators,
    )
    if (administrators?.length === 1 && administrators[0] === userId) throw createLastAdministratorRefusal(id, userId)
    mayStopAdministering(caller, [userId], siteAdministrators)
    const { members, groupMemberships } = await removeProjectMembers(tx, permit, [userId])
    if (members + groupMemberships > 0) {
      const entry = { at: world.clock.now(), by: caller, action: 'project member removed' }
      await auditProject(tx, permit.subject, { ...entry, detail: { user: userId } })
    }
    return members > 0
  })
}
