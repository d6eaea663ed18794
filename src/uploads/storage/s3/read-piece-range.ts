import { type ByteRange, BytesMissing } from '../../../world/model/ports.ts'
import { loadPieces, type UploadKey } from '../../store/upload-pieces.ts'
import type { PieceStorage } from './append-pieces.ts'
import { pieceKeyOf } from './pieces.ts'
import { readObject } from './reading.ts'

/** Reads a part of an upload into memory; undefined: a byte of the range is missing. */
export async function readPieceRange(
  { bucket, db }: PieceStorage,
  upload: UploadKey,
  { start, end }: ByteRange,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  try {
    for (const { position, size, object } of await loadPieces(db.read, upload, { start, end })) {
      const range = { start: Math.max(0, start - position), end: Math.min(size, end - position + 1) - 1 }
      for await (const chunk of readObject(bucket, pieceKeyOf(bucket, object), range)) chunks.push(chunk)
    }
  } catch (problem) {
    // The pieces were removed since their rows were read.
    if (problem instanceof BytesMissing) return undefined
    throw problem
  }
  const bytes = Buffer.concat(chunks)
  return bytes.byteLength === end - start + 1 ? bytes : undefined
}
