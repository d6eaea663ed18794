import type { Tx } from '../../../database/db/db.ts'
import { storagePermit } from '../../../kit/messages/system-permits.ts'
import type { ReceivedBytes, StagingInput, WriteLock } from '../../../world/model/ports.ts'
import type { World } from '../../../world/model/world.ts'
import {
  addPiece,
  holdsLock,
  loadPieces,
  removePieces,
  type UploadKey,
  type UploadPiece,
} from '../../store/upload-pieces.ts'
import { pipeBody } from '../pipe-body.ts'
import { createStoredName } from '../stored-name.ts'
import type { S3Bucket } from './bucket.ts'
import { readHeads } from './join-objects.ts'
import { createPieceSink } from './piece-sink.ts'
import { pieceKeyOf, removePieceObjects } from './pieces.ts'
import { putWhileReachable } from './put-while-reachable.ts'

export interface PieceStorage extends Pick<World, 'db' | 'clock'> {
  readonly bucket: S3Bucket
}

const mebibyte = 1024 ** 2
const maxPieceBytes = 8 * mebibyte
/** Bounds the number of pieces of an upload that arrives in many small requests: its last piece is rewritten. */
const minPieceBytes = mebibyte
/** All requests together gather at most as many bytes, as long as none needs a smaller piece than the minimum. */
const gatheredBytes = 64 * mebibyte
let running = 0

/**
 * Appends the bytes of a body to an upload as pieces: each is an object of its own, and belongs to the upload as soon
 * as its row exists (docs/decisions/0064-stage-uploads-in-the-bucket.md).
 */
export async function appendPieces(
  storage: PieceStorage,
  upload: UploadKey,
  input: StagingInput,
): Promise<ReceivedBytes> {
  running += 1
  try {
    const sink = createPieceSink(input, {
      maxPieceBytes: () => Math.max(minPieceBytes, Math.min(maxPieceBytes, Math.floor(gatheredBytes / running))),
      readHead: () => readShortPiece(storage, upload, input.offset),
      store: (position, content) => storePiece(storage, upload, { position, content, lock: input.lock }),
    })
    await pipeBody(input, sink.stream)
    return { bytes: sink.storedBytes(), lostLock: sink.lostLock() }
  } finally {
    running -= 1
  }
}

/** Returns the bytes of the piece before an offset if it is short: the next one replaces it. */
async function readShortPiece({ db, bucket }: PieceStorage, upload: UploadKey, offset: number): Promise<Uint8Array> {
  const [last] = offset === 0 ? [] : await loadPieces(db.read, upload, { start: offset - 1, end: offset - 1 })
  if (last === undefined || last.position + last.size !== offset || last.size >= minPieceBytes) return new Uint8Array()
  return Buffer.concat(
    await Array.fromAsync(readHeads(bucket, [{ key: pieceKeyOf(bucket, last.object), size: last.size }])),
  )
}

interface NewPiece {
  readonly position: number
  readonly content: Uint8Array
  readonly lock: WriteLock | null
}

/** Returns false when another request may write. */
async function storePiece(
  storage: PieceStorage,
  upload: UploadKey,
  { position, content, lock }: NewPiece,
): Promise<boolean> {
  if (lock !== null && !(await lock.isHeld())) return false
  const { bucket, db } = storage
  const piece = { position, size: content.byteLength, object: createStoredName() }
  await putWhileReachable(bucket, pieceKeyOf(bucket, piece.object), content)
  const replaced = await db.write((tx) => recordPiece(tx, storage, upload, piece, lock))
  await removePieceObjects(bucket, replaced ?? [piece.object])
  return replaced !== undefined
}

/** Returns the objects of replaced pieces; undefined: the lock is lost, and nothing changed. */
async function recordPiece(
  tx: Tx,
  { clock }: PieceStorage,
  upload: UploadKey,
  piece: UploadPiece,
  lock: WriteLock | null,
): Promise<string[] | undefined> {
  if (lock !== null && !(await holdsLock(tx, upload, lock.token, clock.now()))) return undefined
  const replaced = await removePieces(tx, storagePermit, upload, piece.position)
  await addPiece(tx, storagePermit, upload, piece, clock.now())
  return replaced
}
