import compress from '@fastify/compress'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Caller } from '../caller.ts'
import { Refusal } from '../refusal.ts'
import type { World } from '../world.ts'
import { canonicalAddress, parseQuery } from './address.ts'
import { parseBody } from './body.ts'
import { errorAnswer } from './errors.ts'
import { allowHeaders, commonHeaders } from './headers.ts'
import { jsonList } from './json-list.ts'
import { type Format, formatOf } from './negotiate.ts'
import { originOf } from './origin.ts'
import type { Access, Answer, AnyRoute, Credential, Method } from './route.ts'
import { validate, validateMembers } from './validate.ts'
import { toXml } from './xml-body.ts'

/** How a request is let in: filled by the slices that know accounts and settings. */
export interface Gate {
  /** Runs before anything else of a request; what it answers is the request's `moment` (route.ts). */
  begin(): Promise<string>
  admit(sent: Sent): Promise<{ readonly caller: Caller; readonly credential: Credential | null }>
  /** Address and time zone of answers, as the settings have them now. */
  facts(): Promise<{ readonly publicUrl: string | null; readonly timezone: string }>
}

export interface Sent {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly method: string
  readonly address: string
  readonly access: Access
  readonly scope: string | undefined
}

export interface ServerOptions {
  readonly world: World
  readonly routes: readonly AnyRoute[]
  readonly gate: Gate
  /** Told once for each answer: method, route pattern, status, seconds. */
  readonly observe?: (method: string, pattern: string, status: number, seconds: number) => void
}

/** Formats that addresses end with; most end with none. */
const suffixes = new WeakMap<object, Format>()
const common = Object.entries(commonHeaders)
const overridable: readonly string[] = ['GET', 'PUT', 'DELETE', 'PATCH', 'POST']

/** The HTTP server with every route of the API; the caller adds what is not API, then listens. */
export async function buildServer({ world, routes, gate, observe }: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: world.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Requests are not logged one by one, so none needs a logger of its own.
    childLoggerFactory: (logger) => logger,
    trustProxy: world.config.trustedProxies.length > 0 ? [...world.config.trustedProxies] : false,
    bodyLimit: 1_048_576,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: false,
      maxParamLength: 500,
      querystringParser: parseQuery,
    },
    rewriteUrl(request) {
      const { url, suffix } = canonicalAddress(request.url ?? '/')
      if (suffix !== null) suffixes.set(request, suffix)
      const override = request.headers['x-http-method-override']
      if (request.method === 'POST' && typeof override === 'string' && overridable.includes(override.toUpperCase())) {
        request.method = override.toUpperCase()
      }
      return url
    },
    frameworkErrors: (_error, request, reply) => {
      sendError(request as FastifyRequest, reply as FastifyReply, new Refusal('invalid', 'The address is malformed.'))
    },
  })
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  await app.register(compress, { global: true, threshold: 1024, encodings: ['zstd', 'br', 'gzip', 'deflate'] })
  parseEveryBody(app)
  app.addHook('onRequest', (request, reply, next) => {
    if (isApi(request)) for (const [name, value] of common) reply.raw.setHeader(name, value)
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    observe?.(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime / 1000)
    next()
  })
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error))
  registerRoutes(app, world, routes, gate)
  return app
}

function parseEveryBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, bytes: string | Buffer, done) => {
    const type = (request.headers['content-type']?.split(';')[0] ?? '').trim()
    const route = request.routeOptions.config as { readonly route?: AnyRoute } | undefined
    try {
      // A body that a route does not ask for is not read, as in the reference; its type must still be a known one.
      const isWanted = route?.route?.body !== undefined
      const body = parseBody(
        type.toLowerCase() === 'application/json' ? 'application/json' : type,
        isWanted ? Buffer.from(bytes) : Buffer.alloc(0),
      )
      if (!isWanted) assertKnown(type)
      done(null, body)
    } catch (problem) {
      done(problem as Error)
    }
  })
}

const knownTypes: readonly string[] = ['', 'application/json', 'application/xml', 'application/x-www-form-urlencoded']

function assertKnown(type: string): void {
  if (!knownTypes.includes(type.toLowerCase()))
    throw new Refusal('forbidden', `Content type \`${type}\` is not supported.`)
}

function registerRoutes(app: FastifyInstance, world: World, routes: readonly AnyRoute[], gate: Gate): void {
  const methods = methodsByPattern(routes)
  for (const route of routes) {
    const allow = allowHeaders(methods.get(route.url.toLowerCase()) ?? [])
    app.route({
      method: route.method,
      url: `/api${route.url}`,
      bodyLimit: route.bodyLimit ?? 1_048_576,
      config: { route },
      handler: async (request, reply) => {
        // Refusals say as well what the address can do.
        announce(reply, allow)
        return send(request, reply, await answerTo(route, request, world, gate))
      },
    })
  }
  for (const [pattern, allowed] of methods) {
    app.options(`/api${pattern}`, async (request, reply) => {
      announce(reply, allowHeaders(allowed))
      return send(request, reply, { status: 200 })
    })
  }
  app.get('/api', async (_request, reply) => {
    reply.raw.setHeader('Location', '/api/')
    return reply.code(301).send()
  })
  app.setNotFoundHandler(async (request, reply) => sendError(request, reply, refusalOf(request, methods)))
}

/** Contract 10 §1.4: another verb on a static path is 405, on a path with an id 404. */
function refusalOf(request: FastifyRequest, methods: ReadonlyMap<string, readonly string[]>): Refusal {
  const path = (request.url.split('?')[0] ?? '').toLowerCase()
  if (/^\/api\/v2(\/|$)/.test(path)) return new Refusal('absent', 'Version 2 is not supported')
  const allowed = path.startsWith('/api/') ? methods.get(path.slice(4)) : undefined
  return allowed === undefined
    ? new Refusal('absent')
    : new Refusal('method-not-allowed', '', { headers: allowHeaders(allowed) })
}

const order: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Patterns are keyed without regard to case, as they are routed; the key keeps the case of parameters out of it. */
function methodsByPattern(routes: readonly AnyRoute[]): Map<string, Method[]> {
  const found = new Map<string, Method[]>()
  for (const { url, method } of routes) {
    const key = url.toLowerCase()
    found.set(
      key,
      [...(found.get(key) ?? []), method].sort((a, b) => order.indexOf(a) - order.indexOf(b)),
    )
  }
  // A collection that cannot be listed is an address all the same (contract 20 §0, OPTIONS /trackers).
  for (const pattern of [...found.keys()]) {
    const collection = /^(\/\w+)\/:id$/.exec(pattern)?.[1]
    if (collection !== undefined && !found.has(collection)) found.set(collection, [])
  }
  return found
}

async function answerTo(route: AnyRoute, request: FastifyRequest, world: World, gate: Gate): Promise<Answer> {
  if (request.headers['content-type'] !== undefined) assertKnown(mediaTypeOf(request))
  // Nothing we store can hold a NUL: it is refused before anybody looks at it.
  if (/%00/.test(request.url)) throw new Refusal('invalid', 'The address cannot contain a NUL character.')
  const params = readParams(route, request)
  // Negotiation comes before authentication: what cannot be answered is not worth a password check.
  negotiated(request)
  const moment = await gate.begin()
  const headers = request.headers as Readonly<Record<string, string | undefined>>
  const sent: Sent = { headers, method: request.method, address: request.ip, access: route.access, scope: route.scope }
  const { caller, credential } =
    route.access === 'none' ? { caller: { kind: 'anonymous' } as const, credential: null } : await gate.admit(sent)
  const { publicUrl, timezone } = await gate.facts()
  return route.answer(
    {
      caller,
      credential,
      params,
      query: route.query === undefined ? {} : validateMembers(route.query, request.query),
      body: readBody(route, request.body),
      headers,
      method: request.method,
      address: request.ip,
      origin: publicUrl ?? originOf(request, world.config),
      timezone,
      moment,
    },
    world,
  )
}

const mediaTypeOf = (request: FastifyRequest): string => (request.headers['content-type']?.split(';')[0] ?? '').trim()

function readParams(route: AnyRoute, request: FastifyRequest): unknown {
  if (route.params === undefined) return {}
  const params = request.params as Readonly<Record<string, string>>
  const schema = route.params as { readonly properties?: Readonly<Record<string, { readonly type?: string }>> }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (member.type === 'integer' && !/^[+-]?\d+(\.\d+)?$/.test(params[name] ?? '')) {
      throw new Refusal('invalid', `invalid value specified for \`${name}\``)
    }
  }
  return validateMembers(route.params, params)
}

/** A body may come wrapped in the name of the parameter or bare (contract 10 §1.2). */
function readBody(route: AnyRoute, sent: unknown): unknown {
  if (route.body === undefined) return undefined
  const name = route.bodyName
  if (name === undefined)
    return isObjectSchema(route.body) ? validateMembers(route.body, objectOf(sent)) : validate(route.body, sent, 'body')
  const isWrapped =
    typeof sent === 'object' && sent !== null && Object.keys(sent).length === 1 && Object.hasOwn(sent, name)
  const bare = isWrapped ? (sent as Record<string, unknown>)[name] : sent
  if (bare === undefined && admitsNothing(route.body)) return undefined
  return validate(route.body, bare ?? (isObjectSchema(route.body) ? {} : bare), name)
}

const isObjectSchema = (schema: { readonly type?: string }): boolean => schema.type === 'object'
const admitsNothing = (schema: object): boolean => '~optional' in schema

function objectOf(sent: unknown): unknown {
  if (sent === undefined) return {}
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new Refusal('invalid', 'Invalid value specified for `body`. Expecting an item of type `object`')
  return sent
}

const negotiated = (request: FastifyRequest): Format =>
  formatOf(
    suffixes.get(request.raw) ?? null,
    request.headers.accept,
    request.headers['accept-charset'] as string | undefined,
  )

/** Written on the raw response, which keeps the case of names (contract 60 §1). */
function announce(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { raw } = reply
  if (answer.page !== undefined) {
    raw.setHeader('X-PAGINATION-LIMIT', answer.page.limit)
    raw.setHeader('X-PAGINATION-OFFSET', answer.page.offset)
    raw.setHeader('X-PAGINATION-SIZE', answer.page.size)
    raw.setHeader('X-PAGINATION-LIMIT-MAX', answer.page.max)
  }
  announce(reply, answer.headers ?? {})
  const status = answer.status ?? 200
  reply.code(status)
  if (answer.stream !== undefined) return reply.send(answer.stream)
  if (status === 204 || status === 304) return reply.send()
  return sendValue(reply, request.method === 'OPTIONS' ? 'json' : negotiated(request), answer)
}

function sendValue(reply: FastifyReply, format: Format, { body, json }: Answer): FastifyReply {
  reply.header('content-type', format === 'xml' ? 'application/xml; charset=utf-8' : 'application/json; charset=utf-8')
  if (format === 'json' && json !== undefined) return reply.send(typeof json === 'string' ? json : jsonList(json))
  const value = body === undefined && json !== undefined ? parsed(json) : body
  if (value === undefined) return reply.send('')
  return reply.send(format === 'xml' ? toXml(value) : JSON.stringify(value))
}

const parsed = (json: string | readonly string[]): unknown =>
  typeof json === 'string' ? JSON.parse(json) : json.map((item) => JSON.parse(item))

const isApi = (request: FastifyRequest): boolean => /^\/api(\/|$|\?)/i.test(request.url)

function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const { status, body, headers } = errorAnswer(thrown)
  if (status >= 500)
    request.log.error({ err: thrown, method: request.method, route: request.routeOptions.url }, 'request failed')
  announce(reply, headers)
  reply.code(status)
  return sendValue(reply, errorFormat(request), { body })
}

/** An error is answered in the negotiated format; in JSON when negotiation itself failed. */
function errorFormat(request: FastifyRequest): Format {
  try {
    return negotiated(request)
  } catch {
    return 'json'
  }
}
