import { archiveJobPermit } from '../../kit/messages/system-permits.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { buildStagedFileName } from '../../uploads/model/upload.ts'
import { findUpload, removeUpload } from '../../uploads/store/uploads.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { findImport } from '../store/imports.ts'
import { abandonArchive } from './abandon-archive.ts'

/** Ends an import whose archive has not arrived completely within four hours; complete ones stay queued. */
export async function expireImport(
  { db, staging, clock }: Pick<CommandWorld, 'db' | 'staging' | 'clock'>,
  id: ProjectId,
): Promise<void> {
  const expired = await db.write(async (tx) => {
    const projectImport = await findImport(tx, id)
    if (projectImport?.status !== 'waiting') return undefined
    const upload = { kind: 'project', id: projectImport.uploadId } as const
    if ((await findUpload(tx, upload))?.completedOn != null) return undefined
    if (!(await abandonArchive(tx, upload.id, 'expired', clock.now()))) return undefined
    await removeUpload(tx, archiveJobPermit, upload)
    return upload
  })
  if (expired !== undefined) await staging.remove(buildStagedFileName(expired))
}
