import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'
import { freeBuffer } from '../../kit/system/free-buffer.ts'
import type { ReceivedBytes, StagingInput } from '../../world/model/ports.ts'
import { limitBytes, pipeBody } from './pipe-body.ts'
import { syncDirectory } from './sync-file.ts'
import { toOutOfSpace } from './to-out-of-space.ts'

// Maximum number of bytes that wait to be written. More does not make it faster.
const batch = 1_048_576
// Written bytes are synced while the rest arrives; otherwise the last sync would take longer.
const syncEvery = 33_554_432

/**
 * Appends the bytes of a body to a file whose size is the offset. The bytes that arrived are kept even when the client
 * stalls or the connection breaks.
 */
export async function receiveBytes(path: string, input: StagingInput): Promise<ReceivedBytes> {
  const file = await openAt(path, input)
  try {
    const sink = createFileSink(file, input)
    await pipeBody(input, sink.stream)
    await file.sync()
    return { bytes: sink.writtenBytes(), lostLock: sink.lostLock() }
  } finally {
    await file.close()
  }
}

async function openAt(path: string, { offset }: StagingInput): Promise<FileHandle> {
  if (offset > 0) return open(path, 'r+')
  await mkdir(dirname(path), { recursive: true, mode: 0o750 })
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o640)
  await syncDirectory(dirname(path))
  return file
}

interface Sink {
  readonly stream: Writable
  writtenBytes(): number
  lostLock(): boolean
}

function createFileSink(file: FileHandle, { offset, maxBytes: room, body, lock }: StagingInput): Sink {
  const isFromNetwork = body instanceof IncomingMessage
  let writtenBytes = 0
  let unsynced = 0
  let lostLock = false
  let syncing = Promise.resolve()
  const write = async (pieces: Uint8Array[]): Promise<void> => {
    if (lostLock) return
    lostLock = lock !== null && !(await lock.isHeld())
    if (lostLock) return void stream.emit('full')
    const accepted = limitBytes(pieces, room - writtenBytes)
    for await (const bytes of writeAll(file, accepted, offset + writtenBytes)) {
      writtenBytes += bytes
      unsynced += bytes
    }
    if (isFromNetwork) for (const piece of pieces) freeBuffer(piece)
    if (writtenBytes >= room) stream.emit('full')
    if (unsynced < syncEvery) return
    unsynced = 0
    await syncing
    syncing = file.datasync()
    // The next write, or the end, reports the error.
    syncing.catch(() => undefined)
  }
  const stream = new Writable({
    highWaterMark: batch,
    write: (piece, _encoding, done) => void write([piece]).then(() => done(), done),
    writev: (pieces, done) => void write(pieces.map(({ chunk }) => chunk)).then(() => done(), done),
    final: (done) => void syncing.then(() => done(), done),
  })
  return { stream, writtenBytes: () => writtenBytes, lostLock: () => lostLock }
}

/**
 * Calls back with the number of bytes of each write: a disk that is nearly full accepts some of them before it refuses.
 */
async function* writeAll(file: FileHandle, pieces: readonly Uint8Array[], from: number): AsyncGenerator<number> {
  let left = pieces
  let position = from
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left, position).catch(toOutOfSpace)
    position += bytesWritten
    left = skipBytes(left, bytesWritten)
    yield bytesWritten
  }
}

function skipBytes(pieces: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let left = bytes
  for (const [i, piece] of pieces.entries()) {
    if (left < piece.byteLength) return [piece.subarray(left), ...pieces.slice(i + 1)]
    left -= piece.byteLength
  }
  return []
}
