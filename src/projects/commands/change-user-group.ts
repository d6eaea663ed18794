import { findGroupByName, type StaticGroup, saveGroup } from '../../accounts/store/groups.ts'
import { isUniqueViolation } from '../../database/sql/sql.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ProjectGroup } from '../model/group-id.ts'
import { createGroupNameTakenError, refuseGroupName } from '../model/group-name.ts'
import { auditProject } from '../store/audit-project.ts'
import { getChangeableGroup } from './lock-group.ts'

/** Updates the name or description of a user group; its permissions stay. */
export async function changeUserGroup(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  of: ProjectGroup,
  change: Partial<Pick<StaticGroup, 'name' | 'description'>>,
): Promise<void> {
  const settings = await getSettings(withReads(world))
  const work = world.db.write(async (tx) => {
    const { group, permit } = await getChangeableGroup(tx, caller, of, settings)
    if (change.name !== undefined && change.name !== group.name) {
      refuseGroupName(change.name)
      const other = await findGroupByName(tx, permit.subject.id, change.name)
      if (other !== undefined && other.id !== of.id) throw createGroupNameTakenError()
    }
    await saveGroup(tx, permit, { ...group, ...change })
    const detail = { group: of.id, name: group.name, ...change }
    const entry = { at: world.clock.now(), by: caller, action: 'group changed' }
    await auditProject(tx, permit.subject, { ...entry, detail })
  })
  await work.catch((error: unknown) => {
    throw isUniqueViolation(error) ? createGroupNameTakenError() : error
  })
}
