import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { TemporaryFile } from '../model/temporary-file.ts'
import { stagedName } from '../model/upload.ts'
import { removeUnattached } from '../store/pending-files.ts'
import { removeUpload } from '../store/uploads.ts'
import { withUploadLock } from './with-upload-lock.ts'

/** Takes a temporary file away, with its bytes (docs/api/attachments.md §6.4); not what was attached a moment ago. */
export async function removeTemporaryFile(
  world: Pick<World, 'db' | 'clock' | 'log' | 'files' | 'staging'>,
  { subject: { id } }: Permit<'use', TemporaryFile>,
): Promise<void> {
  const upload = { kind: 'temporary', id } as const
  await withUploadLock(world, upload, async () => {
    const bytes = await world.db.write(async (tx) => {
      // In the order of who attaches, so that neither waits for the other in vain.
      if (!(await removeUpload(tx, upload))) throw new Refusal('absent')
      return removeUnattached(tx, [id])
    })
    // What fails here is swept.
    await world.staging.remove(stagedName(upload))
    for (const name of bytes) await world.files.remove(name)
  })
}
