import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { World } from '../world.ts'
import { sendContinue } from './expect-continue.ts'
import { requestOrigin } from './origin.ts'
import type { Timeouts } from './timeouts.ts'

/**
 * Addresses that speak more than HTTP's own methods, such as WebDAV: asked before any route, whatever the method.
 * Nothing of what is sent is read, and nothing of what is answered is touched.
 */
export interface RawHandler {
  matches(path: string): boolean
  /** Never fails: it answers by itself, whatever happens. */
  answer(exchange: RawExchange, world: World): Promise<void>
}

export interface RawExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Path and query, as they were sent. */
  readonly url: string
  /** Of the client, behind trusted proxies as they forward it. */
  readonly address: string
  /** `https://tracker.example`, as the client reached us. */
  readonly origin: string
  readonly timeouts: Timeouts
  /** The body is wanted: a client that waits to be told so sends it. */
  acceptBody(): void
}

/** To be called before any other hook is added: those are not for these addresses. */
export function addRawHandlers(
  app: FastifyInstance,
  all: readonly RawHandler[],
  world: World,
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
      origin: requestOrigin(request, world.config),
      timeouts,
      acceptBody: () => sendContinue(request, reply),
    }
    void ahead.answer(exchange, world).catch((problem: unknown) => {
      request.log.error({ err: problem, method: request.method }, 'request failed')
      reply.raw.destroy()
    })
  })
}
