import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { freeBuffer } from '../kit/free-buffer.ts'
import { Refusal } from '../kit/refusal.ts'
import { syncFolder } from './sync-file.ts'

export interface ReceiveOptions {
  readonly path: string
  /** Where the first byte goes: the size of what is there. */
  readonly offset: number
  /** How many bytes are wanted at most; what comes after them is not read. */
  readonly maxBytes: number
  readonly body: Readable
  /** Milliseconds that may pass without a byte. */
  readonly idleTimeoutMs: number
  /** Asked before each writing. */
  mayWrite(): Promise<boolean>
}

export interface ReceivedBytes {
  /** Durable when told. */
  readonly bytes: number
  /** It ended before its end, since somebody else may write. */
  readonly lostLock: boolean
}

// What may wait to be written. More makes nothing quicker.
const batch = 1_048_576
// What is written is on its way to the disk while the rest arrives, or its end would take all the longer.
const syncEvery = 33_554_432

/** Adds what arrives to a file. However it ends, by silence or a broken connection too, what came is kept. */
export async function receiveBytes(arrival: ReceiveOptions): Promise<ReceivedBytes> {
  const file = await openAt(arrival)
  try {
    const sink = createFileSink(file, arrival)
    await pipeBody(arrival, sink.stream)
    await file.sync()
    return { bytes: sink.written(), lostLock: sink.lostLock() }
  } finally {
    await file.close()
  }
}

async function openAt({ path, offset }: ReceiveOptions): Promise<FileHandle> {
  if (offset > 0) return open(path, 'r+')
  await mkdir(dirname(path), { recursive: true, mode: 0o750 })
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o640)
  await syncFolder(dirname(path))
  return file
}

/** From the body into the sink, until the body ends in any way or the sink wants no more. */
async function pipeBody({ body, idleTimeoutMs: silence }: ReceiveOptions, sink: Writable): Promise<void> {
  const timer = setTimeout(() => body.destroy(), silence)
  const stop = (): void => {
    body.unpipe(sink)
    sink.end()
  }
  body.on('data', () => timer.refresh())
  body.once('error', stop)
  body.once('close', stop)
  sink.once('full', stop)
  body.pipe(sink)
  if (body.destroyed) stop()
  try {
    await finished(sink)
  } finally {
    clearTimeout(timer)
    body.unpipe(sink)
    body.pause()
  }
}

interface Sink {
  readonly stream: Writable
  written(): number
  lostLock(): boolean
}

function createFileSink(file: FileHandle, { offset, maxBytes: room, body, mayWrite }: ReceiveOptions): Sink {
  const isFromNetwork = body instanceof IncomingMessage
  let written = 0
  let unsynced = 0
  let lostLock = false
  let syncing = Promise.resolve()
  const write = async (pieces: Uint8Array[]): Promise<void> => {
    if (lostLock) return
    lostLock = !(await mayWrite())
    if (lostLock) return void stream.emit('full')
    const accepted = limitBytes(pieces, room - written)
    for await (const bytes of writeAll(file, accepted, offset + written)) {
      written += bytes
      unsynced += bytes
    }
    if (isFromNetwork) for (const piece of pieces) freeBuffer(piece)
    if (written >= room) stream.emit('full')
    if (unsynced < syncEvery) return
    unsynced = 0
    await syncing
    syncing = file.datasync()
    // Told by the next one, or by the end.
    syncing.catch(() => undefined)
  }
  const stream = new Writable({
    highWaterMark: batch,
    write: (piece, _encoding, done) => void write([piece]).then(() => done(), done),
    writev: (pieces, done) => void write(pieces.map(({ chunk }) => chunk)).then(() => done(), done),
    final: (done) => void syncing.then(() => done(), done),
  })
  return { stream, written: () => written, lostLock: () => lostLock }
}

function limitBytes(pieces: readonly Uint8Array[], room: number): Uint8Array[] {
  const accepted: Uint8Array[] = []
  let left = room
  for (const piece of pieces) {
    if (left <= 0) break
    accepted.push(piece.byteLength > left ? piece.subarray(0, left) : piece)
    left -= piece.byteLength
  }
  return accepted
}

/** Tells how many bytes each writing took: a disk that is nearly full takes some of them before it refuses. */
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

function toOutOfSpace(problem: unknown): never {
  const code = problem instanceof Error && 'code' in problem ? problem.code : undefined
  throw code === 'ENOSPC' || code === 'EDQUOT' ? new Refusal('out-of-space') : problem
}
