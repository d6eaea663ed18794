import { defineRoute } from '../../http/declarations/route.ts'
import type { FileId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { appendChunk } from '../commands/append-chunk.ts'
import { chunkBodyBytes } from '../model/decode-chunk.ts'
import { getTemporaryFile } from '../reads/get-temporary-file.ts'
import { representTemporaryFile, TemporaryFileRepresentation } from '../representations/temporary-file.ts'
import { loadUsageHeaders } from '../responses/usage-headers.ts'

/** docs/api/attachments.md §6.4. */
export const putArtifactTemporaryFilesId = defineRoute({
  method: 'PUT',
  url: '/artifact_temporary_files/:id',
  access: 'required',
  scope: 'write:tracker',
  summary: 'Append a chunk to a temporary file of the caller. `offset` is its number: 2, then 3 and so on.',
  params: Type.Object({ id: Type.Unsafe<FileId>(Type.Integer()) }),
  body: Type.Object({ content: Type.String({ minLength: 1, contentEncoding: 'base64' }), offset: Type.Integer() }),
  bodyLimit: chunkBodyBytes,
  answers: { 200: TemporaryFileRepresentation },
  extraHeaders: loadUsageHeaders,
  async answer({ caller, params, body: { content, offset } }, world) {
    const permit = await getTemporaryFile(world, caller, params.id)
    return { body: representTemporaryFile(await appendChunk(world, permit, { number: offset, content })) }
  },
})
