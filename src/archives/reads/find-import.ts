import type { Caller } from '../../kit/caller.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { stagedName } from '../../uploads/model/upload.ts'
import { progressOf } from '../import-progress.ts'
import type { ProjectImport } from '../model/import.ts'
import type { ImportProgress } from '../model/import-progress.ts'
import { maySeeImport } from '../policy.ts'
import { lookForImport } from '../store/imports.ts'

export interface ImportState {
  readonly found: ProjectImport
  /** Bytes of the archive that have arrived. */
  readonly received: number
  /** null: it is not running, or has just begun */
  readonly progress: ImportProgress | null
}

/** How far an import is, for its owner; others are told of none. */
export async function findImport(
  { db, staging }: Pick<World, 'db' | 'staging'>,
  caller: Caller,
  id: ProjectId,
): Promise<ImportState> {
  const { subject: found } = maySeeImport(caller, await lookForImport(db.read, id))
  const isArriving = found.status === 'waiting'
  const arrived = isArriving ? await staging.sizeOf(stagedName({ kind: 'project', id: found.uploadId })) : found.size
  return { found, received: arrived, progress: found.status === 'running' ? await progressOf(staging, id) : null }
}
