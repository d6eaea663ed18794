import { findGroupUses } from '../../accounts/store/group-uses.ts'
import { removeGroup } from '../../accounts/store/groups.ts'
import { joinMessages, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ProjectGroup } from '../model/group-id.ts'
import { auditProject } from '../store/audit-project.ts'
import { getChangeableGroup } from './lock-group.ts'

/**
 * Deletes a group that has no permissions: a permission that loses its last group would otherwise be granted to
 * everyone or to no user without a decision.
 */
export async function deleteUserGroup(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  of: ProjectGroup,
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const { group, permit } = await getChangeableGroup(tx, caller, of, settings)
    const uses = await findGroupUses(tx, { group: of.id, project: permit.subject.id })
    if (uses.length > 0)
      throw new Refusal(
        'conflict',
        message`The user group is still used: ${joinMessages(uses, ', ')}. Remove it there first.`,
      )
    await removeGroup(tx, permit, group)
    const detail = { group: of.id, name: group.name }
    const entry = { at: world.clock.now(), by: caller, action: 'group deleted' }
    await auditProject(tx, permit.subject, { ...entry, detail })
  })
}
