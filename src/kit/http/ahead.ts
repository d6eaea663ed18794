import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { World } from '../world.ts'
import { tellToContinue } from './expectations.ts'
import { originOf } from './origin.ts'
import type { Patience } from './patience.ts'

/**
 * Addresses that speak more than HTTP's own methods, such as WebDAV: asked before any route, whatever the method.
 * Nothing of what is sent is read, and nothing of what is answered is touched.
 */
export interface Ahead {
  isFor(path: string): boolean
  /** Never fails: it answers by itself, whatever happens. */
  answer(exchange: Exchange, world: World): Promise<void>
}

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Path and query, as they were sent. */
  readonly url: string
  /** Of the client, behind trusted proxies as they forward it. */
  readonly address: string
  /** `https://tracker.example`, as the client reached us. */
  readonly origin: string
  readonly patience: Patience
  /** The body is wanted: a client that waits to be told so sends it. */
  proceed(): void
}

/** To be called before any other hook is added: those are not for these addresses. */
export function answerAhead(app: FastifyInstance, all: readonly Ahead[], world: World, patience: Patience): void {
  if (all.length === 0) return
  app.addHook('onRequest', (request, reply, next) => {
    const url = request.originalUrl
    const ahead = all.find((each) => each.isFor(url.split('?')[0] ?? ''))
    if (ahead === undefined) return next()
    reply.hijack()
    const exchange: Exchange = {
      request: request.raw,
      response: reply.raw,
      url,
      address: request.ip,
      origin: originOf(request, world.config),
      patience,
      proceed: () => tellToContinue(request, reply),
    }
    void ahead.answer(exchange, world).catch((problem: unknown) => {
      request.log.error({ err: problem, method: request.method }, 'request failed')
      reply.raw.destroy()
    })
  })
}
