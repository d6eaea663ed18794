import type { Caller } from '../../kit/caller.ts'
import type { ProjectId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { getSettings } from '../../site/store/settings.ts'
import { mayAdministerProject } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { findProject, saveBanner } from '../store/projects.ts'

/** Sets the banner that all users of a project see (docs/api/projects.md §9); null removes it. */
export async function setBanner(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: ProjectId,
  message: string | null,
): Promise<void> {
  const settings = await getSettings(world)
  await world.db.write(async (tx) => {
    const permit = mayAdministerProject(caller, await findProject(tx, id), settings, null)
    if (message === '') throw new Refusal('invalid', 'Message cannot be empty')
    if (permit.subject.banner === message) return
    await saveBanner(tx, permit, message)
    await auditProject(tx, permit.subject, {
      at: world.clock.now(),
      by: caller,
      action: message === null ? 'project banner removed' : 'project banner set',
    })
  })
}
