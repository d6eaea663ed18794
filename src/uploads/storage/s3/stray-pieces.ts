import type { EpochSeconds } from '../../../kit/values/time.ts'
import { loadPieceObjects } from '../../store/upload-pieces.ts'
import type { PieceStorage } from './append-pieces.ts'
import { listObjects } from './listing.ts'
import { isNoteName } from './notes.ts'
import { parsePieceName, pieceKeyOf, removeObject, stagingPrefixOf } from './pieces.ts'

const batch = 500

/** Removes pieces that no row names, and notes, that are older than a time. Returns how many it removed. */
export async function removeStrayPieces({ bucket, db }: PieceStorage, before: EpochSeconds): Promise<number> {
  const prefix = stagingPrefixOf(bucket)
  let removed = 0
  let pieces: string[] = []
  const remove = async (key: string): Promise<void> => {
    await removeObject(bucket, key)
    removed++
  }
  const removeUnused = async (): Promise<void> => {
    const used = await loadPieceObjects(db.read, pieces)
    for (const piece of pieces) if (!used.has(piece)) await remove(pieceKeyOf(bucket, piece))
    pieces = []
  }
  for await (const { name, storedOn } of listObjects(bucket, prefix)) {
    if (storedOn >= before) continue
    const piece = parsePieceName(name)
    if (piece !== undefined) pieces.push(piece)
    else if (isNoteName(name)) await remove(`${prefix}${name}`)
    if (pieces.length === batch) await removeUnused()
  }
  await removeUnused()
  return removed
}
