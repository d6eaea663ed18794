import { Type } from '../../kit/schema.ts'

/** docs/api/attachments.md §6.4, §5: a part of a file. */
export const ChunkRepresentation = Type.Object(
  { data: Type.String({ contentEncoding: 'base64' }) },
  { title: 'FileChunk', additionalProperties: false },
)

export const representChunk = (bytes: Buffer) => ({ data: bytes.toString('base64') })
