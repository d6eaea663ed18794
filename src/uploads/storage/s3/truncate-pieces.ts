import type { Tx } from '../../../database/db/db.ts'
import { storagePermit } from '../../../kit/messages/system-permits.ts'
import type { WriteLock } from '../../../world/model/ports.ts'
import { holdsLock, loadPieceBytes, removePieces, shortenPiece, type UploadKey } from '../../store/upload-pieces.ts'
import type { PieceStorage } from './append-pieces.ts'
import { removePieceObjects } from './pieces.ts'

/** Removes the bytes after the first `size` ones. Returns false when there are fewer. */
export async function truncatePieces(
  { bucket, db, clock }: PieceStorage,
  upload: UploadKey,
  size: number,
  lock: WriteLock | null,
): Promise<boolean> {
  const arrived = await loadPieceBytes(db.read, upload)
  if (arrived <= size) return arrived === size
  const truncate = async (tx: Tx): Promise<string[]> => {
    // The write that follows reports the lost lock.
    if (lock !== null && !(await holdsLock(tx, upload, lock.token, clock.now()))) return []
    await shortenPiece(tx, storagePermit, upload, size)
    return removePieces(tx, storagePermit, upload, size)
  }
  await removePieceObjects(bucket, await db.write(truncate))
  return true
}
