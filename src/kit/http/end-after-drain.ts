import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a client may still send before it looks at the answer. */
const maxDrainedBytes = 1_048_576

/**
 * Ends an answer that was written while its client is still sending. To close at once would take the answer away from it,
 * so what comes is thrown away for a while; after some of it the client is left to wait.
 */
export async function endAfterDrain(
  body: IncomingMessage,
  response: ServerResponse,
  milliseconds: number,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    let left = maxDrainedBytes
    body.on('data', (piece: Uint8Array) => {
      left -= piece.byteLength
      if (left < 0) body.pause()
    })
    for (const end of ['end', 'close', 'error'])
      body.once(end, () => {
        clearTimeout(timer)
        resolve()
      })
    body.resume()
  })
  response.end()
}
