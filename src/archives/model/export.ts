import type { ExportId, ProjectId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** An archive of a project that somebody asked for. */
export interface ProjectExport {
  readonly id: ExportId
  readonly projectId: ProjectId
  readonly status: 'pending' | 'running' | 'done' | 'failed'
  /** Name of its bytes in the store, with their number; null until it is done. */
  readonly blob: string | null
  readonly size: number | null
  readonly createdOn: EpochSeconds
}

/** How long an archive waits to be fetched. */
export const exportLifetime = 86_400
