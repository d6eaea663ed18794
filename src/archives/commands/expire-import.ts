import type { ProjectId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { stagedName } from '../../uploads/model/upload.ts'
import { findUpload, removeUpload } from '../../uploads/store/uploads.ts'
import { lookForImport } from '../store/imports.ts'
import { abandonArchive } from './abandon-archive.ts'

/** The four hours are over: what has not arrived by now ends here; what has waits for its turn. */
export async function expireImport(
  { db, staging, clock }: Pick<World, 'db' | 'staging' | 'clock'>,
  id: ProjectId,
): Promise<void> {
  const found = await lookForImport(db.read, id)
  if (found?.status !== 'waiting') return
  const upload = { kind: 'project', id: found.uploadId } as const
  if ((await findUpload(db.read, upload))?.completedOn != null) return
  const hasExpired = await db.write(async (tx) => {
    const abandoned = await abandonArchive(tx, upload.id, 'expired', clock.now())
    if (abandoned) await removeUpload(tx, upload)
    return abandoned
  })
  if (hasExpired) await staging.remove(stagedName(upload))
}
