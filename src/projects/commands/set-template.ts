import type { Caller } from '../../kit/caller.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { mayArrangeProject } from '../policy.ts'
import { lookForProject, saveTemplate } from '../store/projects.ts'

/** Publishes a project as a template for new ones, or takes that back. */
export async function setTemplate(
  world: Pick<World, 'db'>,
  caller: Caller,
  id: ProjectId,
  isTemplate: boolean,
): Promise<void> {
  await world.db.write(async (tx) => {
    await saveTemplate(tx, mayArrangeProject(caller, await lookForProject(tx, id)), isTemplate)
  })
}
