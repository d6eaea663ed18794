import type { Logger } from 'pino'
import { limitConcurrency } from '../../../kit/concurrency/limit-concurrency.ts'
import { storagePermit } from '../../../kit/messages/system-permits.ts'
import type { ObjectStorage } from '../../../kit/system/config.ts'
import { BytesMissing, type Staging } from '../../../world/model/ports.ts'
import type { World } from '../../../world/model/world.ts'
import { buildStagedFileName, parseStagedFileName } from '../../model/upload.ts'
import {
  loadPieceBytes,
  loadPieces,
  loadUploadsWithPieces,
  removePieces,
  type UploadKey,
  type UploadPiece,
} from '../../store/upload-pieces.ts'
import { openLocalCopy, removeOldCopies } from '../local-copies.ts'
import { createStoredName } from '../stored-name.ts'
import { appendPieces } from './append-pieces.ts'
import { openBucket } from './bucket.ts'
import { fileKeyOf } from './files.ts'
import { joinObjects, readHeads } from './join-objects.ts'
import { createBucketNotes } from './notes.ts'
import { pieceKeyOf, removePieceObjects } from './pieces.ts'
import { readPieceRange } from './read-piece-range.ts'
import { removeStrayPieces } from './stray-pieces.ts'
import { truncatePieces } from './truncate-pieces.ts'

/** How many uploads become files at the same time. */
const joinsAtOnce = 2
const batch = 500

interface BucketStagingOptions extends Pick<World, 'db' | 'clock'> {
  readonly storage: ObjectStorage
  readonly log: Pick<Logger, 'warn'>
  /** Directory for copies of this process. */
  readonly localDirectory: string
}

/**
 * Returns the staging that keeps incoming bytes as pieces in the bucket of the files, recorded in the database, so that
 * nodes share no directory (docs/decisions/0064-stage-uploads-in-the-bucket.md).
 */
export function createBucketStaging({ storage, log, db, clock, localDirectory }: BucketStagingOptions): Staging {
  const bucket = openBucket(storage, log)
  const pieceStorage = { bucket, db, clock }
  const inTurn = limitConcurrency(joinsAtOnce)
  const toHeads = (pieces: readonly UploadPiece[]) =>
    pieces.map(({ object, size }) => ({ key: pieceKeyOf(bucket, object), size }))
  return {
    sizeOf: async (name) => loadPieceBytes(db.read, keyOf(name)),
    append: async (name, input) => appendPieces(pieceStorage, keyOf(name), input),
    truncate: async (name, size, lock) => truncatePieces(pieceStorage, keyOf(name), size, lock),
    read: async (name, range) => readPieceRange(pieceStorage, keyOf(name), range),
    // A piece is durable before its row exists.
    sync: async () => {},
    async storeAsFile(name) {
      const pieces = await loadPieces(db.read, keyOf(name))
      if (pieces.length === 0) throw new BytesMissing(name)
      const file = createStoredName()
      const size = await inTurn(() => joinObjects(bucket, fileKeyOf(bucket, file), toHeads(pieces)))
      return { name: file, size }
    },
    async openLocally(name) {
      const pieces = await loadPieces(db.read, keyOf(name))
      const size = pieces.reduce((sum, piece) => sum + piece.size, 0)
      return openLocalCopy(localDirectory, name, { size, content: readHeads(bucket, toHeads(pieces)) })
    },
    async remove(name) {
      await removePieceObjects(bucket, await db.write((tx) => removePieces(tx, storagePermit, keyOf(name), 0)))
    },
    async *list() {
      for (let after: UploadKey | undefined; ; ) {
        const uploads = await loadUploadsWithPieces(db.read, after, batch)
        for (const upload of uploads)
          yield { name: buildStagedFileName(upload), changedOn: upload.changedOn, size: upload.size }
        after = uploads.at(-1)
        if (after === undefined) return
      }
    },
    removeStrays: async (before) =>
      (await removeStrayPieces(pieceStorage, before)) + (await removeOldCopies(localDirectory, before)),
    freeBytes: async () => Number.POSITIVE_INFINITY,
    notes: createBucketNotes(bucket),
  }
}

function keyOf(name: string): UploadKey {
  const upload = parseStagedFileName(name)
  if (upload === undefined) throw new Error(`Invalid name of a staged file: ${name}`)
  return upload
}
