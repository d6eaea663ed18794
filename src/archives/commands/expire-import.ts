import { archiveJobPermit } from '../../kit/messages/system-permits.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { buildStagedFileName } from '../../uploads/model/upload.ts'
import { findUpload, removeUpload } from '../../uploads/store/uploads.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { findImport } from '../store/imports.ts'
import { abandonArchive } from './abandon-archive.ts'

/** Ends an import whose archive has not arrived completely within four hours; complete ones stay queued. */
export async function expireImport(
  world: Pick<CommandWorld, 'db' | 'staging' | 'clock'>,
  id: ProjectId,
): Promise<void> {
  const { db, staging, clock } = world
  const found = await findImport(withReads(world).db.read, id)
  if (found?.status !== 'waiting') return
  const upload = { kind: 'project', id: found.uploadId } as const
  if ((await findUpload(withReads(world).db.read, upload))?.completedOn != null) return
  const hasExpired = await db.write(async (tx) => {
    const abandoned = await abandonArchive(tx, upload.id, 'expired', clock.now())
    if (abandoned) await removeUpload(tx, archiveJobPermit, upload)
    return abandoned
  })
  if (hasExpired) await staging.remove(buildStagedFileName(upload))
}
