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
      const isWaitedFor = (!request.complete && !upstream.writableNeedDrain) || response.writableNeedDrain
      const bytes = socket.bytesRead + socket.bytesWritten
      if (bytes !== moved || !isWaitedFor) {
        moved = bytes
        since = Date.now()
      } else if (Date.now() - since >= milliseconds) socket.destroy()
    },
    Math.max(10, milliseconds / 4),
  ).unref()
  response.once('close', () => clearInterval(timer))
}
