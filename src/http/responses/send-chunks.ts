import type { ServerResponse } from 'node:http'
import { freeBuffer } from '../../kit/system/free-buffer.ts'

/**
 * Sends chunks as fast as the client reads them and frees each once it is sent. The client may disconnect at any time.
 */
export async function sendChunks(raw: ServerResponse, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const piece of pieces) {
      await writeChunk(raw, piece)
      freeBuffer(piece)
    }
    raw.end()
  } catch (problem) {
    const isGone = raw.destroyed
    // The length was announced: a client that receives less must notice it.
    raw.destroy()
    if (!isGone) throw problem
  }
}

const writeChunk = (raw: ServerResponse, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    raw.write(piece, (problem) => (problem ? reject(problem) : resolve()))
  })
