import type { FileId, UserId } from '../../kit/values/ids.ts'

/** A file that its owner sends in chunks of base64, until it is attached (docs/api/attachments.md §6.4). */
export interface TemporaryFile {
  readonly id: FileId
  readonly submittedBy: UserId
  readonly name: string
  readonly mediaType: string
  readonly description: string
  /** Number of acknowledged bytes; more may be staged, but they do not count. */
  readonly size: number
  /** Number of chunks that arrived: the next one has the number after it. */
  readonly chunks: number
  /** Name of its bytes in the store; null: they are staged. */
  readonly blob: string | null
  /** The file is being attached: no more chunks are accepted. */
  readonly isClosed: boolean
}

/** Maximum size of a chunk in requests and responses, in bytes (docs/api/attachments.md §6.4). */
export const chunkBytes = 1_048_576
