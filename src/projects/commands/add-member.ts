import type { Caller } from '../../kit/caller.ts'
import type { ProjectId, UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { canSignIn } from '../../site/model/user.ts'
import { addProjectMembers } from '../../site/store/members.ts'
import { getSettings } from '../../site/store/settings.ts'
import { findUser } from '../../site/store/users.ts'
import { assertNoRestrictedUser } from '../model/members.ts'
import { mayChangeGroups } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { findProject } from '../store/projects.ts'

/** Adds a user who can sign in to a project; adding a member again changes nothing. */
export async function addMember(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: ProjectId,
  userId: UserId,
): Promise<void> {
  const settings = await getSettings(world)
  await world.db.write(async (tx) => {
    const { subject: project } = mayChangeGroups(caller, await findProject(tx, id), settings)
    const user = await findUser(tx, userId)
    if (user === undefined) throw new Refusal('absent', 'User Id not found')
    if (!canSignIn(user.status)) throw new Refusal('invalid', `The account ${user.login} is not active`)
    assertNoRestrictedUser(project, [user])
    await addProjectMembers(tx, id, [userId])
    await auditProject(tx, project, {
      at: world.clock.now(),
      by: caller,
      action: 'project member added',
      detail: { user: userId },
    })
  })
}
