import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { createTemporaryFile } from '../commands/create-temporary-file.ts'
import { chunkBodyBytes } from '../model/decode-chunk.ts'
import { mayHaveTemporaryFiles } from '../policy.ts'
import { representTemporaryFile, TemporaryFileRepresentation } from '../representations/temporary-file.ts'
import { loadUsageHeaders } from '../responses/usage-headers.ts'

/** docs/api/attachments.md §6.4. */
export const postArtifactTemporaryFiles = defineRoute({
  method: 'POST',
  url: '/artifact_temporary_files',
  access: 'required',
  scope: 'write:tracker',
  summary: 'Create a temporary file from its first chunk, to attach it to an artifact.',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    mimetype: Type.String({ minLength: 1, maxLength: 255 }),
    content: Type.String({ minLength: 1, contentEncoding: 'base64' }),
    description: Type.Optional(Type.Union([Type.String({ maxLength: 4000 }), Type.Null()])),
  }),
  bodyLimit: chunkBodyBytes,
  answers: { 201: TemporaryFileRepresentation },
  extraHeaders: loadUsageHeaders,
  async answer({ caller, body: { name, mimetype, content, description } }, world) {
    const file = await createTemporaryFile(world, mayHaveTemporaryFiles(caller), {
      // An unpaired surrogate can neither be stored nor be part of a URL.
      name: name.toWellFormed(),
      mediaType: mimetype.toWellFormed(),
      description: (description ?? '').toWellFormed(),
      content,
    })
    return { status: 201, body: representTemporaryFile(file) }
  },
})
