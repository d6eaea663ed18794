import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { mayAdministerProject } from '../../projects/policy.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { listFieldTypesNeeding } from '../model/link-type.ts'
import { hasFieldOfTypes, loadDisabledTypes, lockLinkType, setLinkTypeEnabled } from '../store/link-types.ts'

/** docs/api/link-types.md §3: switches a type on or off for the links of one project; existing links keep it. */
export async function enableLinkType(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  { project: id, shortName, isEnabled }: { project: ProjectId; shortName: string; isEnabled: boolean },
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const permit = mayAdministerProject(caller, await findProject(tx, id), settings)
    if ((await lockLinkType(tx, shortName)) === undefined)
      throw new Refusal('absent', message`Link type "${shortName}" not found.`)
    if ((await loadDisabledTypes(tx, id)).has(shortName) !== isEnabled) return
    if (!isEnabled && (await hasFieldOfTypes(tx, id, listFieldTypesNeeding(shortName))))
      throw new Refusal(
        'invalid',
        message`The link type "${shortName}" cannot be disabled: trackers of the project have fields that need it.`,
      )
    await setLinkTypeEnabled(tx, permit, shortName, isEnabled)
    await auditProject(tx, permit.subject, {
      at: world.clock.now(),
      by: caller,
      action: isEnabled ? 'link type enabled' : 'link type disabled',
      detail: { shortName },
    })
  })
}
