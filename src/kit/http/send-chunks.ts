import type { ServerResponse } from 'node:http'
import { freeBuffer } from '../free-buffer.ts'

/** Sends bytes piece by piece, as fast as they are taken; each is nobody's once it is sent. A client may go at any time. */
export async function sendChunks(raw: ServerResponse, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const piece of pieces) {
      await writeChunk(raw, piece)
      freeBuffer(piece)
    }
    raw.end()
  } catch (problem) {
    const isGone = raw.destroyed
    // The length was promised: who gets less must not take it for the whole.
    raw.destroy()
    if (!isGone) throw problem
  }
}

const writeChunk = (raw: ServerResponse, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    raw.write(piece, (problem) => (problem ? reject(problem) : resolve()))
  })
