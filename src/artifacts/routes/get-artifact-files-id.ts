import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FileId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { computePageRange } from '../../uploads/model/byte-page.ts'
import { chunkBytes } from '../../uploads/model/temporary-file.ts'
import { openStoredPart } from '../../uploads/reads/stored-part.ts'
import { ChunkRepresentation, representChunk } from '../../uploads/representations/chunk.ts'
import { chunkHeaders } from '../../uploads/representations/temporary-usage.ts'
import { getAttachment } from '../reads/get-attachment.ts'

/** docs/api/attachments.md §6.5, §5: every problem is reported as 404. */
export const getArtifactFilesId = defineRoute({
  method: 'GET',
  url: '/artifact_files/:id',
  access: 'required',
  scope: 'read:tracker',
  summary: 'Get a part of an attached file, in base64. `limit` and `offset` count bytes.',
  params: Type.Object({ id: Type.Unsafe<FileId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: chunkBytes, min: 0, max: chunkBytes })),
  answers: { 200: ChunkRepresentation },
  extraHeaders: async () => chunkHeaders,
  async answer({ caller, params, query: page }, world) {
    const { blob, size, status: state } = await getAttachment(world, caller, params.id)
    const isAttached = state === 'attached'
    const bytes = isAttached ? await openStoredPart(world.files, blob, computePageRange(page, size)) : undefined
    if (bytes === undefined) throw new Refusal('absent')
    return { body: representChunk(bytes), page: { ...page, size, max: chunkBytes } }
  },
})
