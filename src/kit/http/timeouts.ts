import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How long the server waits for what is sent to it; milliseconds. */
export interface Timeouts {
  /** For the headers of a request, from its first byte. */
  readonly headers: number
  /** For the body of a request that is answered as a whole, from the end of its headers. */
  readonly body: number
  /** Between two pieces of a body that an endpoint reads as it comes: it may be long, not silent. */
  readonly idle: number
  /** For what is left of a body that nobody wants, after the answer. */
  readonly drain: number
}

export const defaultTimeouts: Timeouts = { headers: 60_000, body: 120_000, idle: 60_000, drain: 2_000 }

/** Node's own limit for whole requests would cut long uploads: requests that are not read as they come get theirs here. */
export function limitBodyTime(
  app: FastifyInstance,
  { body }: Timeouts,
  isStreamed: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, _reply, next) => {
    if (hasBody(request) && !isStreamed(request)) {
      const timer = setTimeout(() => abortSlowRequest(app, request), body).unref()
      // Not with the answer, which may come long before the rest of the body.
      for (const end of ['end', 'close']) request.raw.once(end, () => clearTimeout(timer))
    }
    next()
  })
}

/** Whether a body follows the headers. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function abortSlowRequest({ server }: FastifyInstance, { raw }: FastifyRequest): void {
  // Nobody waits for what never was on a connection.
  if (raw.complete || !(raw.socket instanceof Socket)) return
  // As Node says it when its own limit is over.
  const tooSlow = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  server.emit('clientError', tooSlow, raw.socket)
}
