import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { mayManageProject } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { lockProject, saveTemplate } from '../store/projects.ts'

/** Makes a project a template for new projects, or reverts that. */
export async function setTemplate(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  id: ProjectId,
  isTemplate: boolean,
): Promise<void> {
  await world.db.write(async (tx) => {
    const permit = mayManageProject(caller, await lockProject(tx, id))
    if (permit.subject.isTemplate === isTemplate) return
    await saveTemplate(tx, permit, isTemplate)
    await auditProject(tx, permit.subject, {
      at: world.clock.now(),
      by: caller,
      action: isTemplate ? 'project published as template' : 'project withdrawn as template',
    })
  })
}
