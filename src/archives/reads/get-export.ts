import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ExportId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { exportLifetime, type ProjectExport } from '../model/export.ts'
import { maySeeExport } from '../policy.ts'
import { findExport } from '../store/exports.ts'

/** Returns an export to users who administer its project, whatever became of the project; not found after a day. */
export async function getExport(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: ExportId,
): Promise<{ readonly projectExport: ProjectExport; readonly project: Project }> {
  const projectExport = await findExport(world.db.read, id)
  const isOver = projectExport !== undefined && projectExport.createdOn + exportLifetime < world.clock.now()
  if (projectExport === undefined || isOver) throw new Refusal('absent', 'This export does not exist.')
  const { subject } = maySeeExport(
    caller,
    await getCachedProject(world, projectExport.projectId),
    await getSettings(world),
  )
  return { projectExport, project: subject }
}
