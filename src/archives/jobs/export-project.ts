import type { ExportId } from '../../kit/values/ids.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { runExport } from '../commands/run-export.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'export-project': { readonly id: ExportId }
  }
}

/** Writes an archive that was requested over REST. */
export const exportProjectJob: JobHandler = {
  kind: 'export-project',
  // Enqueued only by commands/request-export.ts.
  run: (payload, world) => runExport(world, (payload as { readonly id: ExportId }).id),
}
