import type { IncomingMessage, ServerResponse } from 'node:http'

/** Maximum number of bytes that a client may still send before it reads the response. */
const maxDrainedBytes = 1_048_576

/**
 * Ends a response that was written while its client is still sending. Closing at once would lose the response for the
 * client, so incoming bytes are discarded for a while; after too many of them the server stops reading.
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
