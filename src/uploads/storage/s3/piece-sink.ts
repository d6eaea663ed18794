import { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { freeBuffer } from '../../../kit/system/free-buffer.ts'
import type { StagingInput } from '../../../world/model/ports.ts'
import { limitBytes } from '../pipe-body.ts'

interface PieceWriter {
  /** Maximum size of the next piece. */
  maxPieceBytes(): number
  /** Returns the bytes before the offset that the first piece includes. */
  readHead(): Promise<Uint8Array>
  /** Stores a piece durably; returns false when another request may write. */
  store(position: number, content: Uint8Array): Promise<boolean>
}

interface PieceSink {
  readonly stream: Writable
  /** Returns how many bytes of the body are durable. */
  storedBytes(): number
  lostLock(): boolean
}

/** Bytes that wait while a piece is stored. */
const maxWaitingBytes = 1_048_576

/** The piece that is being filled. */
interface OpenPiece {
  readonly position: number
  readonly buffer: Buffer
  filled: number
}

/** Gathers the bytes of a body into pieces; what arrived when the body ends in any way is a shorter last piece. */
export function createPieceSink({ offset, maxBytes, body }: StagingInput, writer: PieceWriter): PieceSink {
  const isFromNetwork = body instanceof IncomingMessage
  let received = 0
  let storedBytes = 0
  let lostLock = false
  let piece: OpenPiece | undefined
  const begin = async (): Promise<OpenPiece> => {
    const head = storedBytes === 0 ? await writer.readHead() : new Uint8Array()
    const length = Math.min(
      Math.max(writer.maxPieceBytes(), head.byteLength + 1),
      head.byteLength + maxBytes - storedBytes,
    )
    const buffer = Buffer.allocUnsafeSlow(length)
    buffer.set(head)
    return { position: offset + storedBytes - head.byteLength, buffer, filled: head.byteLength }
  }
  const flush = async ({ position, buffer, filled }: OpenPiece): Promise<void> => {
    piece = undefined
    lostLock = !(await writer.store(position, buffer.subarray(0, filled)))
    if (!lostLock) storedBytes = position + filled - offset
    freeBuffer(buffer)
  }
  const accept = async (chunks: readonly Uint8Array[]): Promise<void> => {
    for (const chunk of limitBytes(chunks, maxBytes - received)) {
      for (let at = 0; at < chunk.byteLength && !lostLock; ) {
        piece ??= await begin()
        const part = chunk.subarray(at, at + piece.buffer.byteLength - piece.filled)
        piece.buffer.set(part, piece.filled)
        piece.filled += part.byteLength
        at += part.byteLength
        received += part.byteLength
        if (piece.filled === piece.buffer.byteLength) await flush(piece)
      }
    }
    if (isFromNetwork) chunks.forEach(freeBuffer)
    if (received >= maxBytes || lostLock) stream.emit('full')
  }
  const stream = new Writable({
    highWaterMark: maxWaitingBytes,
    write: (chunk, _encoding, done) => void accept([chunk]).then(() => done(), done),
    writev: (chunks, done) => void accept(chunks.map(({ chunk }) => chunk)).then(() => done(), done),
    final: (done) => void (piece === undefined ? done() : flush(piece).then(() => done(), done)),
  })
  return { stream, storedBytes: () => storedBytes, lostLock: () => lostLock }
}
