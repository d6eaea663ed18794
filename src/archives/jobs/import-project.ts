import type { ProjectId } from '../../kit/values/ids.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { runImport } from '../commands/run-import.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'import-project': { readonly project: ProjectId }
  }
}

/** Imports an uploaded archive. */
export const importProjectJob: JobHandler = {
  kind: 'import-project',
  // Enqueued only by commands/project-archives.ts.
  run: (payload, world) => runImport(world, (payload as { readonly project: ProjectId }).project),
}
