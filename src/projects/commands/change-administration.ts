import { group } from '../../accounts/model/groups.ts'
import { mayStopAdministering } from '../../accounts/policy.ts'
import { loadGroupMembers } from '../../accounts/store/groups.ts'
import { addAdministrator, removeAdministrator } from '../../accounts/store/members.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { createLastAdministratorRefusal } from '../model/members.ts'
import { mayChangeGroups } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { lockMemberships } from './lock-memberships.ts'

/** Grants or revokes the administrator role of a member; a project keeps its last administrator. */
export async function changeAdministration(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  requester: Caller,
  id: ProjectId,
  { userId, isAdministrator }: { readonly userId: UserId; readonly isAdministrator: boolean },
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const { project, siteAdministrators, caller } = await lockMemberships(tx, requester, id)
    const permit = mayChangeGroups(caller, project, settings)
    const members = await loadGroupMembers(tx, { project: id, groups: [group.members, group.administrators] })
    const administrators = members.get(group.administrators) ?? []
    if (!members.get(group.members)?.includes(userId)) throw new Refusal('absent', 'The user is not a project member')
    if (administrators.includes(userId) === isAdministrator) return
    if (!isAdministrator && administrators.length === 1) throw createLastAdministratorRefusal(id, userId)
    if (!isAdministrator) mayStopAdministering(caller, [userId], siteAdministrators)
    if (isAdministrator) await addAdministrator(tx, permit, id, userId)
    else await removeAdministrator(tx, permit, userId)
    await auditProject(tx, permit.subject, {
      at: world.clock.now(),
      by: caller,
      action: isAdministrator ? 'project administrator added' : 'project administrator removed',
      detail: { user: userId },
    })
  })
}
