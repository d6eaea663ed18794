import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { removeAppsOfProject } from '../../oauth2/store/oauth2-apps.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { mayChangeStatus } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { lockProject, saveStatus } from '../store/projects.ts'

/**
 * Changes the status of a project (docs/api/projects.md §6). `deleted` is a Tulipwood extension for site
 * administrators: it hides a project permanently and removes its apps (§10.1).
 */
export async function changeProjectStatus(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  id: ProjectId,
  status: 'active' | 'suspended' | 'deleted',
): Promise<void> {
  await world.db.write(async (tx) => {
    const permit = mayChangeStatus(caller, id, await lockProject(tx, id))
    if (permit.subject.status === status) return
    await saveStatus(tx, permit, status)
    if (status === 'deleted') await removeAppsOfProject(tx, permit)
    const detail = { from: permit.subject.status, to: status }
    await auditProject(tx, permit.subject, {
      at: world.clock.now(),
      by: caller,
      action: 'project status changed',
      detail,
    })
  })
}
