import type { ProjectId } from '../../kit/ids.ts'
import type { JobHandler } from '../../kit/slice.ts'
import { runImport } from '../commands/run-import.ts'

/** Makes a project of an archive that was uploaded. */
export const importProjectJob: JobHandler = {
  kind: 'import-project',
  // Enqueued by commands/project-archives.ts alone.
  run: (payload, world) => runImport(world, (payload as { readonly project: ProjectId }).project),
}
