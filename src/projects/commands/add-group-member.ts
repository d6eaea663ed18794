import { getActiveUser } from '../../accounts/reads/get-active-user.ts'
import { addGroupMembers, addProjectMembers } from '../../accounts/store/members.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ProjectGroup } from '../model/group-id.ts'
import { assertNoRestrictedUser } from '../model/members.ts'
import { isMembershipSynchronized } from '../model/project.ts'
import { auditProject } from '../store/audit-project.ts'
import { getChangeableGroup } from './lock-group.ts'

/**
 * Adds a user to a static group under the rules of docs/api/user-groups.md §5; adding a member again changes nothing.
 */
export async function addGroupMember(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  of: ProjectGroup,
  userId: UserId,
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const { group, permit } = await getChangeableGroup(tx, caller, of, settings)
    const user = await getActiveUser(tx, userId)
    if (isMembershipSynchronized(permit.subject)) {
      assertNoRestrictedUser(permit.subject, [user])
      await addProjectMembers(tx, permit, [userId])
    }
    await addGroupMembers(tx, permit, [{ group, userId }])
    const detail = { group: of.id, user: userId }
    const entry = { at: world.clock.now(), by: caller, action: 'group member added' }
    await auditProject(tx, permit.subject, { ...entry, detail })
  })
}
