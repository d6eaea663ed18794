import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { freeBuffer } from '../kit/free-buffer.ts'
import { Refusal } from '../kit/refusal.ts'
import { syncFolder } from './sync-file.ts'

export interface Arrival {
  readonly path: string
  /** Where the first byte goes: the size of what is there. */
  readonly offset: number
  /** How many bytes are wanted at most; what comes after them is not read. */
  readonly room: number
  readonly body: Readable
  /** Milliseconds that may pass without a byte. */
  readonly silence: number
  /** Asked before each writing. */
  mayWrite(): Promise<boolean>
}

export interface Arrived {
  /** Durable when told. */
  readonly bytes: number
  /** It ended before its end, since somebody else may write. */
  readonly isOusted: boolean
}

// What may wait to be written. More makes nothing quicker.
const batch = 1_048_576
// What is written is on its way to the disk while the rest arrives, or its end would take all the longer.
const syncEvery = 33_554_432

/** Adds what arrives to a file. However it ends, by silence or a broken connection too, what came is kept. */
export async function keepArriving(arrival: Arrival): Promise<Arrived> {
  const file = await openAt(arrival)
  try {
    const sink = intoFile(file, arrival)
    await flow(arrival, sink.stream)
    await file.sync()
    return { bytes: sink.written(), isOusted: sink.isOusted() }
  } finally {
    await file.close()
  }
}

async function openAt({ path, offset }: Arrival): Promise<FileHandle> {
  if (offset > 0) return open(path, 'r+')
  await mkdir(dirname(path), { recursive: true, mode: 0o750 })
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o640)
  await syncFolder(dirname(path))
  return file
}

/** From the body into the sink, until the body ends in any way or the sink wants no more. */
async function flow({ body, silence }: Arrival, sink: Writable): Promise<void> {
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
  isOusted(): boolean
}

function intoFile(file: FileHandle, { offset, room, body, mayWrite }: Arrival): Sink {
  const isFromNetwork = body instanceof IncomingMessage
  let written = 0
  let unsynced = 0
  let isOusted = false
  let syncing = Promise.resolve()
  const write = async (pieces: Uint8Array[]): Promise<void> => {
    if (isOusted) return
    isOusted = !(await mayWrite())
    if (isOusted) return void stream.emit('full')
    const wanted = atMost(pieces, room - written)
    for await (const bytes of writeAll(file, wanted, offset + written)) {
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
  return { stream, written: () => written, isOusted: () => isOusted }
}

function atMost(pieces: readonly Uint8Array[], room: number): Uint8Array[] {
  const wanted: Uint8Array[] = []
  let left = room
  for (const piece of pieces) {
    if (left <= 0) break
    wanted.push(piece.byteLength > left ? piece.subarray(0, left) : piece)
    left -= piece.byteLength
  }
  return wanted
}

/** Tells how many bytes each writing took: a disk that is nearly full takes some of them before it refuses. */
async function* writeAll(file: FileHandle, pieces: readonly Uint8Array[], from: number): AsyncGenerator<number> {
  let left = pieces
  let position = from
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left, position).catch(refuseWithoutSpace)
    position += bytesWritten
    left = without(left, bytesWritten)
    yield bytesWritten
  }
}

function without(pieces: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let left = bytes
  for (const [i, piece] of pieces.entries()) {
    if (left < piece.byteLength) return [piece.subarray(left), ...pieces.slice(i + 1)]
    left -= piece.byteLength
  }
  return []
}

function refuseWithoutSpace(problem: unknown): never {
  const code = problem instanceof Error && 'code' in problem ? problem.code : undefined
  throw code === 'ENOSPC' || code === 'EDQUOT' ? new Refusal('out-of-space') : problem
}
