import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import { sendContinue } from '../requests/expect-continue.ts'
import { getRequestOrigin } from '../requests/origin.ts'
import type { Timeouts } from '../responses/timeouts.ts'

/**
 * Handler of URLs that support more than HTTP's own methods, such as WebDAV: it runs before any route, for every
 * method. The request is not parsed, and the response is not changed.
 */
export interface RawHandler {
  matches(path: string): boolean
  /** Never throws: it always responds itself. What it works on, it begins itself (`beginWork`). */
  answer(exchange: RawExchange, world: IdleWorld): Promise<void>
}

export interface RawExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Raw path and query. */
  readonly url: string
  /** IP address of the client, as trusted proxies forward it. */
  readonly address: string
  /** `https://tracker.example`, the origin that the client used. */
  readonly origin: string
  readonly timeouts: Timeouts
  /** Sends `100 Continue` if the client waits for it. */
  acceptBody(): void
}

/** Adds raw handlers; call it before any other hook is added, because those do not apply to these URLs. */
export function addRawHandlers(
  app: FastifyInstance,
  all: readonly RawHandler[],
  world: IdleWorld,
  timeouts: Timeouts,
): void {
  if (all.length === 0) return
  app.addHook('onRequest', (request, reply, next) => {
    const url = request.originalUrl
    const ahead = all.find((each) => each.matches(url.split('?')[0] ?? ''))
    if (ahead === undefined) return next()
    reply.hijack()
    const exchange: RawExchange = {
      request: request.raw,
      response: reply.raw,
      url,
      address: request.ip,
      origin: getRequestOrigin(request, world.config),
      timeouts,
      acceptBody: () => sendContinue(request, reply),
    }
    void ahead.answer(exchange, world).catch((problem: unknown) => {
      request.log.error({ err: problem, method: request.method }, 'request failed')
      reply.raw.destroy()
    })
  })
}
