import { removeGroupMember as remove } from '../../accounts/store/members.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ProjectGroup } from '../model/group-id.ts'
import { auditProject } from '../store/audit-project.ts'
import { getChangeableGroup } from './lock-group.ts'

/** Removes a user from a static group; the user stays a member of the project. */
export async function removeGroupMember(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  of: ProjectGroup,
  userId: UserId,
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const { group, permit } = await getChangeableGroup(tx, caller, of, settings)
    await remove(tx, permit, group, userId)
    const detail = { group: of.id, user: userId }
    const entry = { at: world.clock.now(), by: caller, action: 'group member removed' }
    await auditProject(tx, permit.subject, { ...entry, detail })
  })
}
