import type { ClientRequest, IncomingMessage } from 'node:http'
import type { RawExchange } from '../../http/declarations/raw-handler.ts'
import { endAfterDrain } from '../../http/responses/end-after-drain.ts'
import { hasBody } from '../../http/responses/timeouts.ts'

/** Streams the status and body of a response to the client, whose headers are set already. */
export function relayResponse(
  { request, response, timeouts }: RawExchange,
  upstream: ClientRequest,
  answer: IncomingMessage,
): void {
  // A client that is answered early stops sending and reconnects.
  const isEarly = hasBody(request) && !request.complete
  if (isEarly) response.setHeader('Connection', 'close')
  response.writeHead(answer.statusCode ?? 502)
  answer.pipe(response, { end: false })
  answer.once('error', () => response.destroy())
  answer.once('close', () => {
    // Aborts the connection: a truncated response must not look complete.
    if (!answer.complete) response.destroy()
  })
  answer.once('end', () => {
    if (!isEarly) {
      response.end()
      return
    }
    request.unpipe(upstream)
    void endAfterDrain(request, response, timeouts.drain)
  })
}
