import type { Tx } from '../../database/db/db.ts'
import { archiveJobPermit } from '../../kit/messages/system-permits.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { removeReservedProject } from '../../projects/store/projects.ts'
import { abandonImport } from '../store/imports.ts'

/**
 * Ends an import without a project and frees its short name; a running import notices when it ends. Returns whether an
 * import was active.
 */
export async function abandonArchive(
  tx: Tx,
  uploadId: number,
  status: 'expired' | 'cancelled',
  at: EpochSeconds,
): Promise<boolean> {
  const abandoned = await abandonImport(tx, archiveJobPermit, uploadId, status, at)
  if (abandoned === undefined) return false
  const { projectId, userId, shortName } = abandoned
  await removeReservedProject(tx, archiveJobPermit, projectId)
  const by = { kind: 'claimed', id: status === 'cancelled' ? userId : null } as const
  const entry = { at, by, action: `project import ${status}`, detail: { project: projectId } }
  await auditProject(tx, { id: projectId, shortName }, entry)
  return true
}
