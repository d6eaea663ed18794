import type { ProjectId } from '../../kit/values/ids.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { expireImport } from '../commands/expire-import.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'expire-project-import': { readonly project: ProjectId }
  }
}

/** Expires an import whose archive did not arrive. */
export const expireProjectImportJob: JobHandler = {
  kind: 'expire-project-import',
  // Enqueued only by commands/expect-archive.ts.
  run: (payload, world) => expireImport(world, (payload as { readonly project: ProjectId }).project),
}
