import compress from '@fastify/compress'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { runForClient } from '../../kit/concurrency/waiting-client.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Catalogues, createTranslate } from '../../kit/messages/translate.ts'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import type { Authenticator } from '../declarations/authenticator.ts'
import { type Endpoint, isForEndpoint, serveEndpoints } from '../declarations/endpoint.ts'
import { addRawHandlers, type RawHandler } from '../declarations/raw-handler.ts'
import type { AnyRoute } from '../declarations/route.ts'
import { assertKnown } from '../requests/body.ts'
import { readBoundedBody } from '../requests/bounded-body.ts'
import { parseQueryString, toCanonicalUrl } from '../requests/canonical-url.ts'
import { handleExpectContinue } from '../requests/expect-continue.ts'
import { setSuffix } from '../requests/format.ts'
import { allowHeaders, commonHeaders } from '../requests/headers.ts'
import { decideMediaType, dropMalformedType, parseMediaType } from '../requests/media-type.ts'
import { overrideMethod } from '../requests/method-override.ts'
import { defaultTimeouts, limitBodyTime, type Timeouts } from '../responses/timeouts.ts'
import { varyIfMarked } from '../responses/vary-by-language.ts'
import { answerInOneEpoch } from './answer-in-one-epoch.ts'
import { answerSequentially } from './answer-sequentially.ts'
import { answerIdempotently } from './idempotency.ts'
import { malformedRequestHandler, refuseInvalidHost } from './malformed-request.ts'
import { refuseMalformedUrl } from './malformed-url.ts'
import { createUnknownRouteError, groupMethodsByPattern } from './methods.ts'
import { parseRequest } from './parse-request.ts'
import { minCompressedBytes, sendAnswer, sendError } from './reply.ts'
import { loadErrorResponseHeaders, loadResponseHeaders } from './response-headers.ts'
import { traceRequests } from './trace-requests.ts'
import { watchClient } from './watch-client.ts'

export interface ServerOptions {
  readonly world: IdleWorld
  readonly routes: readonly AnyRoute[]
  readonly endpoints?: readonly Endpoint[]
  readonly rawHandlers?: readonly RawHandler[]
  readonly authenticator: Authenticator
  /** Translations of messages. */
  readonly catalogues: Catalogues
  readonly timeouts?: Timeouts
  /** Handles requests without a route. Returns whether it has responded. */
  readonly fallback?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
  /** Called once per response: method, route pattern, status, seconds. */
  readonly observe?: (method: string, pattern: string, status: number, seconds: number) => void
}

const commonOptions = Object.entries(commonHeaders)

/** Builds the HTTP server with every route of the API; the caller adds everything else, then listens. */
export async function buildServer({
  world,
  routes,
  endpoints = [],
  rawHandlers = [],
  authenticator,
  catalogues,
  timeouts = defaultTimeouts,
  fallback,
  observe,
}: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: world.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Single requests are not logged, so none needs a logger of its own.
    childLoggerFactory: (logger) => logger,
    trustProxy: world.config.trustedProxies.length > 0 ? [...world.config.trustedProxies] : false,
    bodyLimit: 1_048_576,
    forceCloseConnections: 'idle',
    // On a busy machine the start takes longer, instead of failing after ten seconds.
    pluginTimeout: 0,
    // Each kind of body has its own timeout: timeouts.ts.
    requestTimeout: 0,
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: Math.ceil(timeouts.headers / 4),
      // Node rejects requests without a body: malformed-request.ts.
      requireHostHeader: false,
    },
    clientErrorHandler: malformedRequestHandler(timeouts),
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: false,
      // A login from an archive has up to 2,600 bytes, each with up to three characters in a URL.
      maxParamLength: 8000,
      querystringParser: parseQueryString,
    },
    rewriteUrl(request) {
      const { url, suffix } = toCanonicalUrl(request.url ?? '/')
      if (suffix !== null) setSuffix(request, suffix)
      if (request.method === 'POST' && isApi({ url })) overrideMethod(request)
      return url
    },
    frameworkErrors: (_error, request, reply) => {
      if (refuseMalformedUrl(endpoints, catalogues, request as FastifyRequest, reply as FastifyReply)) return
      sendError(
        request as FastifyRequest,
        reply as FastifyReply,
        headersAt(request),
        new Refusal('invalid', 'The URL is malformed.'),
        createTranslate(request.headers, catalogues),
      )
    },
  })
  for (const method of ['GET', 'HEAD']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true })
  if (world.tracing !== null) traceRequests(app, world.tracing)
  answerSequentially(app)
  refuseInvalidHost(app, timeouts)
  addRawHandlers(app, rawHandlers, world, timeouts)
  await app.register(compress, {
    global: true,
    threshold: minCompressedBytes,
    encodings: ['zstd', 'br', 'gzip', 'deflate'],
  })
  parseEveryBody(app)
  handleExpectContinue(app, isForEndpoint)
  limitBodyTime(app, timeouts, isForEndpoint)
  app.addHook('onRequest', (request, reply, next) => {
    // Routes of the API send these headers with the response; pages are affected by the first one only.
    if (headersOf(request) === undefined) {
      reply.raw.setHeader('X-Content-Type-Options', 'nosniff')
      if (isApi(request)) for (const [name, value] of commonOptions) reply.raw.setHeader(name, value)
    }
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    observe?.(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime / 1000)
    next()
  })
  app.setErrorHandler((error, request, reply) => {
    const { route } = configOf(request)
    const always = headersAt(request)
    const translate = createTranslate(request.headers, catalogues)
    if (route?.extraHeaders === undefined) return sendError(request, reply, always, error, translate)
    return loadErrorResponseHeaders(always, route, request, authenticator).then((headers) =>
      sendError(request, reply, headers, error, translate),
    )
  })
  registerRoutes(app, world, routes, authenticator, catalogues, fallback)
  serveEndpoints(app, { world, endpoints, authenticator, catalogues, timeouts })
  return app
}

function parseEveryBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', (request, _reply, next) => {
    if (takesFilter(configOf(request).route)) dropMalformedType(request)
    next()
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, bytes: string | Buffer, done) => {
    const { route } = configOf(request)
    // A body that the route does not use is not parsed, as in Tuleap; its type must still be a known one.
    const isUsed = route?.body !== undefined
    const content = isUsed ? Buffer.from(bytes) : Buffer.alloc(0)
    if (takesFilter(route)) decideMediaType(request, content)
    const type = parseMediaType(request)
    try {
      const body = readBoundedBody(type, content, route?.acceptsCsv)
      if (!isUsed) assertKnown(type)
      if (body instanceof Promise) body.then((read) => done(null, read), done)
      else done(null, body)
    } catch (problem) {
      done(problem as Error)
    }
  })
}

/** Returns whether it is a GET, or its HEAD, that reads a body. */
const takesFilter = (route: AnyRoute | undefined): boolean => route?.method === 'GET' && route.body !== undefined

function registerRoutes(
  app: FastifyInstance,
  { config }: IdleWorld,
  routes: readonly AnyRoute[],
  authenticator: Authenticator,
  catalogues: Catalogues,
  fallback: ServerOptions['fallback'],
): void {
  const methods = groupMethodsByPattern(routes)
  for (const route of routes) {
    // Errors also list the allowed methods.
    const headers = { ...commonHeaders, ...allowHeaders(methods.get(route.url.toLowerCase()) ?? []) }
    app.route({
      method: route.method,
      url: `/api${route.url}`,
      bodyLimit: route.bodyLimit ?? 1_048_576,
      config: { route, headers },
      handler: async (request, reply) => {
        const answering = async () => {
          const [parsed, world] = await parseRequest(route, request, config, authenticator, catalogues)
          const answer = () => answerIdempotently(route, parsed, world)
          const { revisionKey } = parsed
          if (route.method === 'GET') return { world, revisionKey, answer: await answer() }
          const client = { signal: watchClient(request.raw, reply.raw), address: request.ip }
          return { world, revisionKey, answer: await runForClient(client, answer) }
        }
        const { world, answer } =
          route.method === 'GET' ? await answerInOneEpoch(() => authenticator.begin(), answering) : await answering()
        const all =
          route.extraHeaders === undefined ? headers : await loadResponseHeaders(headers, route, request, world)
        return sendAnswer(request, reply, varyIfMarked(request, all), answer)
      },
    })
  }
  for (const [pattern, allowed] of methods) {
    const headers = { ...commonHeaders, ...allowHeaders(allowed) }
    const announcing = routes.find(
      ({ url, extraHeaders }) => extraHeaders !== undefined && url.toLowerCase() === pattern,
    )
    app.options(`/api${pattern}`, { config: { headers } }, async (request, reply) =>
      sendAnswer(
        request,
        reply,
        announcing
          ? await loadResponseHeaders(headers, announcing, request, (await authenticator.begin()).world)
          : headers,
        { status: 200 },
      ),
    )
  }
  app.setNotFoundHandler(async (request, reply) =>
    (await fallback?.(request, reply))
      ? reply
      : sendError(
          request,
          reply,
          headersAt(request),
          createUnknownRouteError(request.url, methods),
          createTranslate(request.headers, catalogues),
        ),
  )
}

interface RouteConfig {
  readonly route?: AnyRoute
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns the headers of every response of a route of the API. */
const headersOf = (request: FastifyRequest): RouteConfig['headers'] => configOf(request).headers

const configOf = (request: FastifyRequest): RouteConfig =>
  (request.routeOptions.config as RouteConfig | undefined) ?? {}

/** Returns the headers of every response below this path, whether there is a route or not. */
const headersAt = (request: FastifyRequest): NonNullable<RouteConfig['headers']> =>
  headersOf(request) ?? (isApi(request) ? commonHeaders : {})

const isApi = (request: { readonly url: string }): boolean => /^\/api(\/|$|\?)/i.test(request.url)
