import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { uploadLifetime } from '../../uploads/model/upload.ts'
import { addUpload } from '../../uploads/store/uploads.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { ExpectedArchive } from '../../world/model/ports.ts'
import { maxImports } from '../model/import.ts'
import { addImport, countImports } from '../store/imports.ts'

/**
 * docs/api/projects.md §5: creates the upload for the archive of a reserved project, which expires after four hours.
 */
export async function expectArchive(
  tx: Tx,
  permit: Permit<'create', 'project'>,
  { clock }: Pick<CommandWorld, 'clock'>,
  { project, shortName, userId, fileName, size, isReviewed }: ExpectedArchive,
): Promise<string> {
  // Each import reserves a short name.
  if ((await countImports(tx, userId)) >= maxImports) {
    const text = `You have ${maxImports} projects under way from archives: finish or cancel one of them first`
    throw new Refusal('too-many', text)
  }
  const at = clock.now()
  const expiresOn = at + uploadLifetime
  // allocateIds returns one id per row.
  const [id] = (await allocateIds(tx, 'upload', 1)) as [number]
  await addUpload(tx, permit, { kind: 'project', id, userId, size, chunks: 0, expiresOn, completedOn: null }, null)
  await addImport(tx, permit, {
    projectId: project,
    uploadId: id,
    userId,
    shortName,
    fileName,
    size,
    isReviewed,
    createdOn: at,
  })
  await tx.enqueue('expire-project-import', { project }, expiresOn)
  return `/uploads/project/file/${id}`
}
