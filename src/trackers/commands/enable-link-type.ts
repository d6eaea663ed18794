import type { Caller } from '../../kit/caller.ts'
import type { ProjectId } from '../../kit/ids.ts'
import { message } from '../../kit/message.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { mayAdministerProject } from '../../projects/policy.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import { loadDisabledTypes, lockLinkType, setLinkTypeEnabled } from '../store/link-types.ts'

/** docs/api/link-types.md §3: switches a type on or off for the links of one project; existing links keep it. */
export async function enableLinkType(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  { project: id, shortName, isEnabled }: { project: ProjectId; shortName: string; isEnabled: boolean },
): Promise<void> {
  const settings = await getSettings(world)
  await world.db.write(async (tx) => {
    const permit = mayAdministerProject(caller, await findProject(tx, id), settings)
    if ((await lockLinkType(tx, shortName)) === undefined)
      throw new Refusal('absent', message`Link type "${shortName}" not found.`)
    if ((await loadDisabledTypes(tx, id)).has(shortName) !== isEnabled) return
    await setLinkTypeEnabled(tx, permit, shortName, isEnabled)
    await auditProject(tx, permit.subject, {
      at: world.clock.now(),
      by: caller,
      action: isEnabled ? 'link type enabled' : 'link type disabled',
      detail: { shortName },
    })
  })
}
