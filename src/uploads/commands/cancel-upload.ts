import { Refusal } from '../../kit/messages/refusal.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { buildStagedFileName, type Upload, type UploadKind } from '../model/upload.ts'
import { removeUnattachedFiles } from '../store/pending-files.ts'
import { removeUpload } from '../store/uploads.ts'
import { withUploadLock } from './with-upload-lock.ts'

/**
 * Removes an upload of the caller with its bytes (docs/api/attachments.md §3, DELETE). It fails while a request writes
 * the upload, and once the file is attached.
 */
export const cancelUpload = (world: CommandWorld, kind: UploadKind, permit: Permit<'use', Upload>): Promise<void> => {
  const { subject: upload } = permit
  return withUploadLock(world, upload, async () => {
    const bytes = await world.db.write(async (tx) => {
      if (!(await removeUpload(tx, permit, upload))) throw new Refusal('absent')
      const names = upload.kind === 'project' ? [] : await removeUnattachedFiles(tx, permit, [upload.id])
      await kind.cancel?.(tx, upload, world.clock.now())
      return names
    })
    // The sweep removes the bytes that could not be removed here.
    await world.staging.remove(buildStagedFileName(upload))
    for (const name of bytes) await world.files.remove(name)
  })
}
