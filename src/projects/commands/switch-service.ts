import type { Caller } from '../../kit/caller.ts'
import type { ServiceId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { maySwitchService } from '../policy.ts'
import { lookForProject } from '../store/projects.ts'
import { lookForService, saveService } from '../store/services.ts'

/** Contract 10 §8.7: switches a service of a project on or off. */
export async function switchService(
  world: Pick<World, 'db' | 'memory'>,
  caller: Caller,
  id: ServiceId,
  isEnabled: boolean,
): Promise<void> {
  const settings = await settingsOf(world)
  await world.db.write(async (tx) => {
    const service = await lookForService(tx, id)
    if (service === undefined) throw new Refusal('absent')
    const project = await lookForProject(tx, service.projectId)
    await saveService(tx, maySwitchService(caller, service, project, settings, isEnabled), isEnabled)
  })
}
