import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import type { RawExchange } from '../../http/declarations/raw-handler.ts'
import { endAfterDrain } from '../../http/responses/end-after-drain.ts'
import { hasBody } from '../../http/responses/timeouts.ts'

/**
 * Streams the status and body of a response to the client, whose headers are set already. `change`: a body to send
 * instead, or a stream that changes the body.
 */
export function relayResponse(
  { request, response, timeouts }: RawExchange,
  upstream: ClientRequest,
  answer: IncomingMessage,
  change?: string | Transform,
): void {
  // A client that is answered early stops sending and reconnects.
  const isEarly = hasBody(request) && !request.complete
  if (isEarly) response.setHeader('Connection', 'close')
  response.writeHead(answer.statusCode ?? 502)
  const body = typeof change === 'object' ? answer.pipe(change) : answer
  if (typeof change === 'string') {
    response.write(change)
    answer.resume()
  } else body.pipe(response, { end: false })
  answer.once('error', () => response.destroy())
  answer.once('close', () => {
    // Aborts the connection: a truncated response must not look complete.
    if (!answer.complete) response.destroy()
  })
  body.once('end', () => {
    if (!isEarly) {
      response.end()
      return
    }
    request.unpipe(upstream)
    void endAfterDrain(request, response, timeouts.drain)
  })
}
