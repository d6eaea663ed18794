import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { FileId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { computePageRange } from '../model/byte-page.ts'
import { chunkBytes } from '../model/temporary-file.ts'
import { getTemporaryFile } from '../reads/get-temporary-file.ts'
import { openTemporaryPart } from '../reads/temporary-part.ts'
import { ChunkRepresentation, representChunk } from '../representations/chunk.ts'
import { loadUsageHeaders } from '../responses/usage-headers.ts'

/** docs/api/attachments.md §6.4: pages are counted in bytes. */
export const getArtifactTemporaryFilesId = defineRoute({
  method: 'GET',
  url: '/artifact_temporary_files/:id',
  access: 'required',
  scope: 'read:tracker',
  summary: 'Get a part of a temporary file of the caller, in base64. `limit` and `offset` count bytes.',
  params: Type.Object({ id: Type.Unsafe<FileId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: chunkBytes, min: 0, max: chunkBytes })),
  answers: { 200: ChunkRepresentation },
  extraHeaders: loadUsageHeaders,
  async answer({ caller, params, query: page }, world) {
    const { subject: file } = await getTemporaryFile(world, caller, params.id)
    const bytes = await openTemporaryPart(world, file, computePageRange(page, file.size))
    return { body: representChunk(bytes), page: { ...page, size: file.size, max: chunkBytes } }
  },
})
