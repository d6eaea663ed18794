import { archiveJobPermit } from '../../kit/messages/system-permits.ts'
import type { UploadKind } from '../../uploads/model/upload.ts'
import { extendUpload } from '../../uploads/store/uploads.ts'
import { importQueueSeconds } from '../model/import.ts'
import { queueImport } from '../store/imports.ts'
import { abandonArchive } from './abandon-archive.ts'

/** Archive uploaded to create a project (docs/api/projects.md §5). */
export const projectArchives: UploadKind = {
  name: 'project',
  scope: 'write:project',
  finish: ({ db, clock }, upload) =>
    db.write(async (tx) => {
      const project = await queueImport(tx, archiveJobPermit, upload.id)
      if (project === undefined) return
      // The import reads the staged bytes and ends the upload itself.
      await extendUpload(tx, archiveJobPermit, upload, clock.now() + importQueueSeconds)
      await tx.enqueue('import-project', { project })
    }),
  async cancel(tx, upload, at) {
    await abandonArchive(tx, upload.id, upload.expiresOn <= at ? 'expired' : 'cancelled', at)
  },
}
