import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { mayAdministerProject } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { lockProject, saveBanner } from '../store/projects.ts'

/** Sets the banner that all users of a project see (docs/api/projects.md §9); null removes it. */
export async function setBanner(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: ProjectId,
  message: string | null,
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const permit = mayAdministerProject(caller, await lockProject(tx, id), settings, null)
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
