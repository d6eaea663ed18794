import { defineRoute } from '../../http/declarations/route.ts'
import type { FileId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { removeTemporaryFile } from '../commands/remove-temporary-file.ts'
import { getTemporaryFile } from '../reads/get-temporary-file.ts'
import { loadUsageHeaders } from '../responses/usage-headers.ts'

/** docs/api/attachments.md §6.4. */
export const deleteArtifactTemporaryFilesId = defineRoute({
  method: 'DELETE',
  url: '/artifact_temporary_files/:id',
  access: 'required',
  scope: 'write:tracker',
  summary: 'Delete a temporary file of the caller.',
  params: Type.Object({ id: Type.Unsafe<FileId>(Type.Integer()) }),
  answers: { 200: null },
  extraHeaders: loadUsageHeaders,
  async answer({ caller, params }, world) {
    await removeTemporaryFile(world, await getTemporaryFile(world, caller, params.id))
    return {}
  },
})
