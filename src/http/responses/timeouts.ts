import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Timeouts for the input of the server, in milliseconds. */
export interface Timeouts {
  /** For the headers of a request, from its first byte. */
  readonly headers: number
  /** For the body of a request that is parsed as a whole, from the end of its headers. */
  readonly body: number
  /** Idle timeout between two chunks of a streamed body. */
  readonly idle: number
  /** For the rest of a body that is not used, after the response. */
  readonly drain: number
}

export const defaultTimeouts: Timeouts = { headers: 60_000, body: 120_000, idle: 60_000, drain: 2_000 }

/**
 * Limits the time of a body. Node's own limit for whole requests would abort long uploads, so only requests that are
 * not streamed get this one.
 */
export function limitBodyTime(
  app: FastifyInstance,
  { body }: Timeouts,
  isStreamed: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, _reply, next) => {
    if (hasBody(request) && !isStreamed(request)) {
      const timer = setTimeout(() => abortSlowRequest(app, request), body).unref()
      // The timer does not end with the response, which may be sent long before the rest of the body arrives.
      for (const end of ['end', 'close']) request.raw.once(end, () => clearTimeout(timer))
    }
    next()
  })
}

/** Returns whether a body follows the headers. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function abortSlowRequest({ server }: FastifyInstance, { raw }: FastifyRequest): void {
  // Injected requests have no connection.
  if (raw.complete || !(raw.socket instanceof Socket)) return
  // The same error as that of Node when its own limit is exceeded.
  const tooSlow = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  server.emit('clientError', tooSlow, raw.socket)
}
