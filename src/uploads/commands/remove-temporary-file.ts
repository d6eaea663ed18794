import { Refusal } from '../../kit/messages/refusal.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { TemporaryFile } from '../model/temporary-file.ts'
import { buildStagedFileName } from '../model/upload.ts'
import { removeUnattachedFiles } from '../store/pending-files.ts'
import { removeUpload } from '../store/uploads.ts'
import { withUploadLock } from './with-upload-lock.ts'

/**
 * Removes a temporary file of the caller with its bytes (docs/api/attachments.md §6.4), unless it has been attached.
 */
export async function removeTemporaryFile(
  world: Pick<CommandWorld, 'db' | 'clock' | 'log' | 'files' | 'staging'>,
  permit: Permit<'use', TemporaryFile>,
): Promise<void> {
  const { id } = permit.subject
  const upload = { kind: 'temporary', id } as const
  await withUploadLock(world, upload, async () => {
    const bytes = await world.db.write(async (tx) => {
      // Rows are locked in the order in which attaching locks them, which avoids deadlocks.
      if (!(await removeUpload(tx, permit, upload))) throw new Refusal('absent')
      return removeUnattachedFiles(tx, permit, [id])
    })
    // The sweep removes the bytes that could not be removed here.
    await world.staging.remove(buildStagedFileName(upload))
    for (const name of bytes) await world.files.remove(name)
  })
}
