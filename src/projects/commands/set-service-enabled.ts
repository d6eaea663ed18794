import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ServiceId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { maySwitchService } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { findProject } from '../store/projects.ts'
import { findService, saveService } from '../store/services.ts'

/** Enables or disables a service of a project (docs/api/projects.md §7). */
export async function setServiceEnabled(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: ServiceId,
  isEnabled: boolean,
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const service = await findService(tx, id)
    const project = service && (await findProject(tx, service.projectId))
    if (service === undefined || project === undefined) throw new Refusal('absent')
    const permit = maySwitchService(caller, service, project, settings, isEnabled)
    if (service.isEnabled === isEnabled) return
    await saveService(tx, permit, isEnabled)
    await auditProject(tx, project, {
      at: world.clock.now(),
      by: caller,
      action: isEnabled ? 'project service enabled' : 'project service disabled',
      detail: { service: id, name: service.shortName || service.label },
    })
  })
}
