import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import { outageRefusal, retryAfterSeconds } from '../outage.ts'
import { Refusal } from '../refusal.ts'
import { type NoScope, type Scope, scopeOf } from '../scope.ts'
import type { World } from '../world.ts'
import { type Bodies, readBodies } from './endpoint-bodies.ts'
import type { Gate } from './gate.ts'
import { noteAsVisitor, refusalForToken } from './insufficient-scope.ts'
import { originOf } from './origin.ts'
import type { Patience } from './patience.ts'
import { assertReadableUrl } from './percent-encoding.ts'
import { refuseUnsupportedDryRun } from './refuse-unsupported.ts'
import type { Access } from './route.ts'
import { sendPieces } from './send-pieces.ts'
import { refuseStrayToken } from './stray-token.ts'

/**
 * An address beside the API: it speaks a protocol of its own, or gives content as it is. Nothing of what is sent is
 * parsed, nothing is negotiated and no body is read before it is asked for; who calls is known.
 */
export interface Endpoint {
  /** Other methods are not found; HEAD and OPTIONS are here when named. */
  readonly methods: readonly string[]
  /** From the root, e.g. `/uploads/tracker/file/:id`. */
  readonly url: string
  readonly access: Access
  readonly scope: Scope | NoScope
  /** Browsers follow links to it and show it within pages: reading it changes nothing. */
  readonly isLinked?: true
  answer(asked: EndpointAsked, world: World): Promise<EndpointAnswer>
  /** How it says no; null: something failed that is nobody's fault but ours (logged already). */
  refuse(refusal: Refusal | null, sent: EndpointSent): EndpointAnswer
}

export interface EndpointSent {
  /** As it was sent, in upper case. */
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
  /** What stands behind the question mark, as it was sent. */
  readonly query: string
}

export interface EndpointAsked extends EndpointSent {
  readonly caller: Caller
  /** Not read yet: a client that waits to be asked for it is asked by the first look at it. */
  readonly body: Readable
  /** Milliseconds that may pass without a byte of the body. */
  readonly silence: number
  readonly origin: string
  readonly timezone: string
  /** Of the client, behind trusted proxies as they forward it. */
  readonly address: string
  /** As in `Asked`. */
  readonly moment: string
}

export interface EndpointAnswer {
  readonly status: number
  /** Several values of one name, as `Set-Cookie` has them, are as many lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Pieces are the answer's: once they are sent, their memory is given back. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
}

interface Ground {
  readonly world: World
  readonly endpoints: readonly Endpoint[]
  readonly gate: Gate
  readonly patience: Patience
}

/** Makes the server answer at the addresses of endpoints. */
export function serveEndpoints(app: FastifyInstance, { world, endpoints, gate, patience }: Ground): void {
  const bodies = readBodies(app, patience)
  for (const endpoint of endpoints) {
    app.route({
      method: [...endpoint.methods],
      url: endpoint.url,
      exposeHeadRoute: false,
      config: { isEndpoint: true },
      // Content is given as it is, in parts too.
      compress: false,
      // Nothing comes after it: before anybody looks at the body, and at what its type may be, it is answered.
      onRequest(request, reply, next) {
        bodies.whileRunning(answer(request, reply, endpoint, world, gate, bodies)).catch(next)
      },
      handler: neverReached,
    })
  }
}

/** Whether an endpoint answers this request. */
export const isForEndpoint = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { isEndpoint?: boolean } | undefined)?.isEndpoint === true

const neverReached = (): never => {
  throw new Error('An endpoint answers before its handler')
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  world: World,
  gate: Gate,
  bodies: Bodies,
): Promise<FastifyReply> {
  const sent: EndpointSent = {
    method: request.method,
    headers: request.headers as EndpointSent['headers'],
    params: request.params as EndpointSent['params'],
    query: request.url.split('?').slice(1).join('?'),
  }
  try {
    const asked = await askedOf(request, reply, sent, endpoint, world, gate, bodies)
    return write(request, reply, await endpoint.answer(asked, world), bodies)
  } catch (problem) {
    const thrown = refusalForToken(request, problem)
    const refusal = thrown instanceof Refusal ? thrown : (outageRefusal(thrown) ?? null)
    if (refusal !== thrown)
      request.log.error({ err: thrown, method: request.method, route: endpoint.url }, 'request failed')
    return write(request, reply, endpoint.refuse(refusal, sent), bodies)
  }
}

async function askedOf(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: EndpointSent,
  endpoint: Endpoint,
  world: World,
  gate: Gate,
  bodies: Bodies,
): Promise<EndpointAsked> {
  assertReadableUrl(request.url)
  const moment = await gate.begin()
  const { headers, method } = sent
  const { access, isLinked } = endpoint
  if (access !== 'none') refuseStrayToken({ headers, query: request.query, body: undefined })
  const knocking = { headers, method, address: request.ip, access, scope: scopeOf(endpoint), isLinked }
  const { caller, insufficientScope, publicUrl, timezone } = await gate.admit(knocking)
  noteAsVisitor(request, insufficientScope)
  refuseUnsupportedDryRun(knocking)
  return {
    ...sent,
    caller,
    get body() {
      return bodies.open(request, reply)
    },
    silence: bodies.patience.silence,
    origin: publicUrl ?? originOf(request, world.config),
    timezone,
    address: request.ip,
    moment,
  }
}

function write(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: EndpointAnswer,
  bodies: Bodies,
): FastifyReply {
  if (status === 503) reply.raw.setHeader('Retry-After', `${retryAfterSeconds}`)
  for (const [name, value] of Object.entries(headers ?? {})) reply.raw.setHeader(name, value)
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    if (bodies.isUnread(request)) return bodies.answerEarly(request, reply, status, body)
    return reply.code(status).send(body)
  }
  reply.hijack()
  reply.raw.statusCode = status
  sendPieces(reply.raw, body).catch((problem: unknown) =>
    request.log.error({ err: problem, route: request.routeOptions.url }, 'content could not be sent to its end'),
  )
  return reply
}
