import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'

/**
 * Ends an exchange whose client neither sends what it announced nor takes what it is given. It may take as long as it
 * likes, and so may Apache: only who is waited for has to move.
 */
export function endSilence(
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
