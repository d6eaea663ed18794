import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'

/**
 * Ends an exchange whose client neither sends its announced body nor reads the response. There is no limit on the total
 * time, nor on Apache: only the side that is waited for must make progress.
 */
export function endIdleExchange(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: ClientRequest,
  milliseconds: number,
): void {
  const { socket } = request
  let moved = -1
  let since = Date.now()
  const timer = setInterval(
    () => {
      // Interim responses, which are written before the headers, are no progress of the client.
      const bytes = socket.bytesRead + (response.headersSent ? socket.bytesWritten : 0)
      if (bytes !== moved || !isClientWaitedFor(request, response, upstream)) {
        moved = bytes
        since = Date.now()
      } else if (Date.now() - since >= milliseconds) socket.destroy()
    },
    Math.max(10, milliseconds / 4),
  ).unref()
  response.once('close', () => clearInterval(timer))
}

/** Returns whether the next bytes have to come from the client, or to be read by it. */
export const isClientWaitedFor = (
  request: IncomingMessage,
  response: ServerResponse,
  upstream: ClientRequest,
): boolean => (!request.complete && !upstream.writableNeedDrain) || response.writableNeedDrain
