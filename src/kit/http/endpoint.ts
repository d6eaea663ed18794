import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import { outageRefusal, retryAfterSeconds } from '../outage.ts'
import { Refusal } from '../refusal.ts'
import { type NoScope, type Scope, scopeOf } from '../scope.ts'
import type { World } from '../world.ts'
import type { Authenticator } from './authenticator.ts'
import { type RequestBodies, trackRequestBodies } from './endpoint-bodies.ts'
import { markAsVisitor, refusalForToken } from './insufficient-scope.ts'
import { requestOrigin } from './origin.ts'
import { assertReadableUrl } from './percent-encoding.ts'
import { refuseUnsupportedDryRun } from './refuse-unsupported.ts'
import { rejectQueryToken } from './reject-query-token.ts'
import type { Access } from './route.ts'
import { sendChunks } from './send-chunks.ts'
import type { Timeouts } from './timeouts.ts'

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
  answer(parsed: EndpointRequest, world: World): Promise<EndpointResponse>
  /** How it says no; null: something failed that is nobody's fault but ours (logged already). */
  refuse(refusal: Refusal | null, head: EndpointRequestHead): EndpointResponse
}

export interface EndpointRequestHead {
  /** As it was sent, in upper case. */
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
  /** What stands behind the question mark, as it was sent. */
  readonly query: string
}

export interface EndpointRequest extends EndpointRequestHead {
  readonly caller: Caller
  /** Not read yet: a client that waits to be asked for it is asked by the first look at it. */
  readonly body: Readable
  /** Milliseconds that may pass without a byte of the body. */
  readonly idleTimeoutMs: number
  readonly origin: string
  readonly timezone: string
  /** Of the client, behind trusted proxies as they forward it. */
  readonly address: string
  /** As in `Asked`. */
  readonly revisionKey: string
}

export interface EndpointResponse {
  readonly status: number
  /** Several values of one name, as `Set-Cookie` has them, are as many lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Pieces are the answer's: once they are sent, their memory is given back. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
}

interface EndpointOptions {
  readonly world: World
  readonly endpoints: readonly Endpoint[]
  readonly authenticator: Authenticator
  readonly timeouts: Timeouts
}

/** Makes the server answer at the addresses of endpoints. */
export function serveEndpoints(
  app: FastifyInstance,
  { world, endpoints, authenticator, timeouts }: EndpointOptions,
): void {
  const bodies = trackRequestBodies(app, timeouts)
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
        bodies.whileRunning(answer(request, reply, endpoint, world, authenticator, bodies)).catch(next)
      },
      handler: unreachableHandler,
    })
  }
}

/** Whether an endpoint answers this request. */
export const isForEndpoint = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { isEndpoint?: boolean } | undefined)?.isEndpoint === true

const unreachableHandler = (): never => {
  throw new Error('An endpoint answers before its handler')
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  world: World,
  authenticator: Authenticator,
  bodies: RequestBodies,
): Promise<FastifyReply> {
  const head: EndpointRequestHead = {
    method: request.method,
    headers: request.headers as EndpointRequestHead['headers'],
    params: request.params as EndpointRequestHead['params'],
    query: request.url.split('?').slice(1).join('?'),
  }
  try {
    const parsed = await parseEndpointRequest(request, reply, head, endpoint, world, authenticator, bodies)
    return writeResponse(request, reply, await endpoint.answer(parsed, world), bodies)
  } catch (problem) {
    const thrown = refusalForToken(request, problem)
    const refusal = thrown instanceof Refusal ? thrown : (outageRefusal(thrown) ?? null)
    if (refusal !== thrown)
      request.log.error({ err: thrown, method: request.method, route: endpoint.url }, 'request failed')
    return writeResponse(request, reply, endpoint.refuse(refusal, head), bodies)
  }
}

async function parseEndpointRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  head: EndpointRequestHead,
  endpoint: Endpoint,
  world: World,
  authenticator: Authenticator,
  bodies: RequestBodies,
): Promise<EndpointRequest> {
  assertReadableUrl(request.url)
  const revisionKey = await authenticator.begin()
  const { headers, method } = head
  const { access, isLinked } = endpoint
  if (access !== 'none') rejectQueryToken({ headers, query: request.query, body: undefined })
  const credentials = { headers, method, address: request.ip, access, scope: scopeOf(endpoint), isLinked }
  const { caller, insufficientScope, publicUrl, timezone } = await authenticator.authenticate(credentials)
  markAsVisitor(request, insufficientScope)
  refuseUnsupportedDryRun(credentials)
  return {
    ...head,
    caller,
    get body() {
      return bodies.open(request, reply)
    },
    idleTimeoutMs: bodies.timeouts.idle,
    origin: publicUrl ?? requestOrigin(request, world.config),
    timezone,
    address: request.ip,
    revisionKey,
  }
}

function writeResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: EndpointResponse,
  bodies: RequestBodies,
): FastifyReply {
  if (status === 503) reply.raw.setHeader('Retry-After', `${retryAfterSeconds}`)
  for (const [name, value] of Object.entries(headers ?? {})) reply.raw.setHeader(name, value)
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    if (bodies.isUnread(request)) return bodies.answerEarly(request, reply, status, body)
    return reply.code(status).send(body)
  }
  reply.hijack()
  reply.raw.statusCode = status
  sendChunks(reply.raw, body).catch((problem: unknown) =>
    request.log.error({ err: problem, route: request.routeOptions.url }, 'content could not be sent to its end'),
  )
  return reply
}
