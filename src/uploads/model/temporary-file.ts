import type { FileId, UserId } from '../../kit/ids.ts'

/** A file that its owner sends in chunks of base64, until it is attached (docs/api/attachments.md §6.4). */
export interface TemporaryFile {
  readonly id: FileId
  readonly submittedBy: UserId
  readonly name: string
  readonly mediaType: string
  readonly description: string
  /** What was acknowledged; more may be staged, which counts for nothing. */
  readonly size: number
  /** How many chunks arrived: the next one has the number after it. */
  readonly chunks: number
  /** Where its bytes are stored; null: they are staged. */
  readonly blob: string | null
  /** Somebody began to attach it: nothing more arrives. */
  readonly isClosed: boolean
}

/** Bytes of the largest chunk, coming or going (docs/api/attachments.md §6.4). */
export const chunkBytes = 1_048_576
