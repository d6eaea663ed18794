import type { ExportId, ProjectId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A requested export of a project. */
export interface ProjectExport {
  readonly id: ExportId
  readonly projectId: ProjectId
  readonly status: 'pending' | 'running' | 'done' | 'failed'
  /** Name in the file store, and size; null until it is done. */
  readonly blob: string | null
  readonly size: number | null
  readonly createdOn: EpochSeconds
}

/** Time that an archive is kept. */
export const exportLifetime = 86_400
