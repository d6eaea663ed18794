import type { ExportId, ProjectId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

export const exportStatuses = ['pending', 'running', 'done', 'failed'] as const

/** An archive of a project that somebody asked for. */
export interface ProjectExport {
  readonly id: ExportId
  readonly projectId: ProjectId
  readonly status: (typeof exportStatuses)[number]
  /** Name of its bytes in the store, with their number; null until it is done. */
  readonly blob: string | null
  readonly size: number | null
  readonly createdOn: EpochSeconds
}

/** How long an archive waits to be fetched. */
export const exportLifetime = 86_400
