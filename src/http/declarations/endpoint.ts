import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createOutageRefusal, retryAfterSeconds } from '../../kit/messages/outage.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Catalogues, createTranslate, type Translate } from '../../kit/messages/translate.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { getScope, type NoScope, type Scope } from '../../kit/values/scope.ts'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import type { World } from '../../world/model/world.ts'
import { getRequestOrigin } from '../requests/origin.ts'
import { assertReadableUrl } from '../requests/percent-encoding.ts'
import { sendChunks } from '../responses/send-chunks.ts'
import type { Timeouts } from '../responses/timeouts.ts'
import type { Authenticator } from './authenticator.ts'
import { type RequestBodies, trackRequestBodies } from './endpoint-bodies.ts'
import { refuseUnsupportedDryRun } from './refuse-unsupported.ts'
import { rejectQueryToken } from './reject-query-token.ts'
import type { Access } from './route.ts'

/**
 * A URL outside of the API, with its own protocol or raw content. Its input is not parsed, nothing is negotiated, and a
 * body is read only on demand; the caller is authenticated.
 */
export interface Endpoint {
  /** Other methods are not found; HEAD and OPTIONS must be listed. */
  readonly methods: readonly string[]
  /** Path from the root, e.g. `/uploads/tracker/file/:id`. */
  readonly url: string
  readonly access: Access
  readonly scope: Scope | NoScope
  /** Browsers open it by links and embed it in pages: reading it changes nothing. */
  readonly isLinked?: true
  answer(parsed: EndpointRequest, world: World): Promise<EndpointResponse>
  /** Returns the response for a refusal; null: an internal error (logged already). */
  refuse(refusal: Refusal | null, head: EndpointRequestHead): EndpointResponse
}

export interface EndpointRequestHead {
  /** As received, in upper case. */
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The raw query string. */
  readonly query: string
  /** Translates messages for this request. */
  readonly translate: Translate
}

export interface EndpointRequest extends EndpointRequestHead {
  readonly caller: Caller
  /** Not read yet: the first access sends `100 Continue` to a client that waits for it. */
  readonly body: Readable
  /** Maximum pause between two chunks of the body, in milliseconds. */
  readonly idleTimeoutMs: number
  readonly origin: string
  readonly timezone: string
  /** IP address of the client, as trusted proxies forward it. */
  readonly address: string
  /** As in `RouteRequest`. */
  readonly revisionKey: string
}

export interface EndpointResponse {
  readonly status: number
  /** Several values of one name, such as `Set-Cookie`, are as many lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** The response owns the chunks: their memory is freed once they are sent. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
}

interface EndpointOptions {
  readonly world: IdleWorld
  readonly endpoints: readonly Endpoint[]
  readonly authenticator: Authenticator
  readonly catalogues: Catalogues
  readonly timeouts: Timeouts
}

/** Registers endpoints with the server. */
export function serveEndpoints(
  app: FastifyInstance,
  { world, endpoints, authenticator, catalogues, timeouts }: EndpointOptions,
): void {
  const bodies = trackRequestBodies(app, timeouts)
  for (const endpoint of endpoints) {
    app.route({
      method: [...endpoint.methods],
      url: endpoint.url,
      exposeHeadRoute: false,
      config: { isEndpoint: true },
      // Content is served as it is, also in ranges.
      compress: false,
      // This is the first hook: the response is sent before the body and its media type are examined.
      onRequest(request, reply, next) {
        bodies.whileRunning(answer(request, reply, endpoint, world, authenticator, catalogues, bodies)).catch(next)
      },
      handler: unreachableHandler,
    })
  }
}

/** Returns whether a request is for an endpoint. */
export const isForEndpoint = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { isEndpoint?: boolean } | undefined)?.isEndpoint === true

const unreachableHandler = (): never => {
  throw new Error('Unreachable: an endpoint responds in its first hook')
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  idle: IdleWorld,
  authenticator: Authenticator,
  catalogues: Catalogues,
  bodies: RequestBodies,
): Promise<FastifyReply> {
  const head: EndpointRequestHead = {
    method: request.method,
    headers: request.headers as EndpointRequestHead['headers'],
    params: request.params as EndpointRequestHead['params'],
    query: request.url.split('?').slice(1).join('?'),
    translate: createTranslate(request.headers, catalogues),
  }
  try {
    const [parsed, world] = await parseEndpointRequest(request, reply, head, endpoint, idle, authenticator, bodies)
    return writeResponse(request, reply, await endpoint.answer(parsed, world), bodies)
  } catch (problem) {
    const refusal = problem instanceof Refusal ? problem : (createOutageRefusal(problem) ?? null)
    if (refusal !== problem)
      request.log.error({ err: problem, method: request.method, route: endpoint.url }, 'request failed')
    return writeResponse(request, reply, endpoint.refuse(refusal, head), bodies)
  }
}

async function parseEndpointRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  head: EndpointRequestHead,
  endpoint: Endpoint,
  idle: IdleWorld,
  authenticator: Authenticator,
  bodies: RequestBodies,
): Promise<[EndpointRequest, World]> {
  assertReadableUrl(request.url)
  const { world, revisionKey } = await authenticator.begin()
  const { headers, method } = head
  const { access, isLinked } = endpoint
  if (access !== 'none') rejectQueryToken({ headers, query: request.query, body: undefined })
  const credentials = { headers, method, address: request.ip, access, scope: getScope(endpoint), isLinked }
  const { caller, publicUrl, timezone } = await authenticator.authenticate(world, credentials)
  refuseUnsupportedDryRun(credentials)
  const parsed: EndpointRequest = {
    ...head,
    caller,
    get body() {
      return bodies.open(request, reply)
    },
    idleTimeoutMs: bodies.timeouts.idle,
    origin: publicUrl ?? getRequestOrigin(request, idle.config),
    timezone,
    address: request.ip,
    revisionKey,
  }
  return [parsed, world]
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
    request.log.error({ err: problem, route: request.routeOptions.url }, 'sending content failed'),
  )
  return reply
}
