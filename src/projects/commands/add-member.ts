import { getActiveUser } from '../../accounts/reads/get-active-user.ts'
import { addProjectMembers } from '../../accounts/store/members.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { assertNoRestrictedUser } from '../model/members.ts'
import { mayChangeGroups } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { lockProject } from '../store/projects.ts'

/** Adds a user who can sign in to a project; adding a member again changes nothing. */
export async function addMember(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: ProjectId,
  userId: UserId,
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const permit = mayChangeGroups(caller, await lockProject(tx, id), settings)
    const user = await getActiveUser(tx, userId)
    assertNoRestrictedUser(permit.subject, [user])
    await addProjectMembers(tx, permit, [userId])
    await auditProject(tx, permit.subject, {
      at: world.clock.now(),
      by: caller,
      action: 'project member added',
      detail: { user: userId },
    })
  })
}
