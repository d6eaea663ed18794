import compress from '@fastify/compress'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Refusal } from '../refusal.ts'
import type { World } from '../world.ts'
import { canonicalAddress, parseQuery } from './address.ts'
import { askedOf } from './asked.ts'
import { assertKnown, mediaTypeOf, parseBody } from './body.ts'
import { noteSuffix } from './format.ts'
import type { Gate } from './gate.ts'
import { allowHeaders, commonHeaders } from './headers.ts'
import { answerOnce } from './idempotency.ts'
import { methodsByPattern, unknownAddress } from './methods.ts'
import { send, sendError, smallest } from './reply.ts'
import type { AnyRoute } from './route.ts'

export interface ServerOptions {
  readonly world: World
  readonly routes: readonly AnyRoute[]
  readonly gate: Gate
  /** Told once for each answer: method, route pattern, status, seconds. */
  readonly observe?: (method: string, pattern: string, status: number, seconds: number) => void
}

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
      if (suffix !== null) noteSuffix(request, suffix)
      const override = request.headers['x-http-method-override']
      if (request.method === 'POST' && typeof override === 'string' && overridable.includes(override.toUpperCase())) {
        request.method = override.toUpperCase()
      }
      return url
    },
    frameworkErrors: (_error, request, reply) => {
      sendError(
        request as FastifyRequest,
        reply as FastifyReply,
        headersAt(request),
        new Refusal('invalid', 'The address is malformed.'),
      )
    },
  })
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  await app.register(compress, { global: true, threshold: smallest, encodings: ['zstd', 'br', 'gzip', 'deflate'] })
  parseEveryBody(app)
  app.addHook('onRequest', (request, reply, next) => {
    // Routes of the API write theirs with the answer; pages beside them do not know of them.
    if (headersOf(request) === undefined && isApi(request))
      for (const [name, value] of common) reply.raw.setHeader(name, value)
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    observe?.(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime / 1000)
    next()
  })
  app.setErrorHandler((error, request, reply) => sendError(request, reply, headersAt(request), error))
  registerRoutes(app, world, routes, gate)
  return app
}

function parseEveryBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, bytes: string | Buffer, done) => {
    const type = mediaTypeOf(request)
    const route = request.routeOptions.config as RouteConfig | undefined
    try {
      // A body that a route does not ask for is not read, as in the reference; its type must still be a known one.
      const isWanted = route?.route?.body !== undefined
      const body = parseBody(type, isWanted ? Buffer.from(bytes) : Buffer.alloc(0))
      if (!isWanted) assertKnown(type)
      done(null, body)
    } catch (problem) {
      done(problem as Error)
    }
  })
}

function registerRoutes(app: FastifyInstance, world: World, routes: readonly AnyRoute[], gate: Gate): void {
  const methods = methodsByPattern(routes)
  for (const route of routes) {
    // Refusals say as well what the address can do.
    const headers = { ...commonHeaders, ...allowHeaders(methods.get(route.url.toLowerCase()) ?? []) }
    app.route({
      method: route.method,
      url: `/api${route.url}`,
      bodyLimit: route.bodyLimit ?? 1_048_576,
      config: { route, headers },
      handler: async (request, reply) =>
        send(
          request,
          reply,
          headers,
          await answerOnce(route, await askedOf(route, request, world.config, gate), world),
        ),
    })
  }
  for (const [pattern, allowed] of methods) {
    const headers = { ...commonHeaders, ...allowHeaders(allowed) }
    app.options(`/api${pattern}`, { config: { headers } }, async (request, reply) =>
      send(request, reply, headers, { status: 200 }),
    )
  }
  app.get('/api', async (_request, reply) => {
    reply.raw.setHeader('Location', '/api/')
    return reply.code(301).send()
  })
  app.setNotFoundHandler(async (request, reply) =>
    sendError(request, reply, headersAt(request), unknownAddress(request.url, methods)),
  )
}

interface RouteConfig {
  readonly route?: AnyRoute
  readonly headers?: Readonly<Record<string, string>>
}

/** What every answer of a route of the API says. */
const headersOf = (request: FastifyRequest): RouteConfig['headers'] =>
  (request.routeOptions.config as RouteConfig | undefined)?.headers

/** What every answer under this address says, whether there is a route or not. */
const headersAt = (request: FastifyRequest): NonNullable<RouteConfig['headers']> =>
  headersOf(request) ?? (isApi(request) ? commonHeaders : {})

const isApi = (request: FastifyRequest): boolean => /^\/api(\/|$|\?)/i.test(request.url)
