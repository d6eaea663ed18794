import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { buildStagedFileName } from '../../uploads/model/upload.ts'
import type { World } from '../../world/model/world.ts'
import type { ProjectImport } from '../model/import.ts'
import type { ImportProgress } from '../model/import-progress.ts'
import { maySeeImport } from '../policy.ts'
import { readProgress } from '../store/import-progress.ts'
import { findImport } from '../store/imports.ts'

export interface ImportWithProgress {
  readonly projectImport: ProjectImport
  /** Uploaded bytes of the archive. */
  readonly received: number
  /** null: not running, or just started */
  readonly progress: ImportProgress | null
}

/** Returns the status of an import to its owner; not found for others. */
export async function getImport(
  { db, staging }: Pick<World, 'db' | 'staging'>,
  caller: Caller,
  id: ProjectId,
): Promise<ImportWithProgress> {
  const { subject: projectImport } = maySeeImport(caller, await findImport(db.read, id))
  const isArriving = projectImport.status === 'waiting'
  const arrived = isArriving
    ? await staging.sizeOf(buildStagedFileName({ kind: 'project', id: projectImport.uploadId }))
    : projectImport.size
  return {
    projectImport,
    received: arrived,
    progress: projectImport.status === 'running' ? await readProgress(staging, id) : null,
  }
}
