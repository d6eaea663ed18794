import { Type } from '../../kit/values/schema.ts'

/** A part of a file (docs/api/attachments.md §6.4, §5). */
export const ChunkRepresentation = Type.Object(
  { data: Type.String({ contentEncoding: 'base64' }) },
  { title: 'FileChunk', additionalProperties: false },
)

export const representChunk = (bytes: Buffer) => ({ data: bytes.toString('base64') })
