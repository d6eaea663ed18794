import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '../../kit/messages/refusal.ts'

/** Returns a signal that is aborted when the client closes the connection before it has the response. */
export function watchClient({ socket }: IncomingMessage, response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => {
    if (response.writableFinished) return
    controller.abort(new Refusal('unavailable', 'The client closed the connection before the change was saved.'))
  }
  if (socket.destroyed || socket.readableEnded || response.closed) abort()
  // The end of what the client sends is noticed earlier than the close of the connection.
  socket.once('end', abort)
  response.once('close', () => {
    socket.off('end', abort)
    abort()
  })
  return controller.signal
}
