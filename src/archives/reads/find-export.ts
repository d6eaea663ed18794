import type { Caller } from '../../kit/caller.ts'
import type { ExportId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import type { Project } from '../../projects/model/project.ts'
import { projectOf } from '../../projects/store/projects.ts'
import { exportLifetime, type ProjectExport } from '../model/export.ts'
import { mayExport } from '../policy.ts'
import { lookForExport } from '../store/exports.ts'

/** An archive for those who may ask for one; the others, and who comes after a day, are told of none. */
export async function findExport(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: ExportId,
): Promise<{ readonly found: ProjectExport; readonly project: Project }> {
  const found = await lookForExport(world.db.read, id)
  const isOver = found !== undefined && found.createdOn + exportLifetime < world.clock.now()
  if (found === undefined || isOver) throw new Refusal('absent', 'There is no such export')
  const { subject } = mayExport(caller, await projectOf(world, found.projectId), await settingsOf(world))
  return { found, project: subject }
}
