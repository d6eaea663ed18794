import { type ClientRequest, type IncomingMessage, request as send } from 'node:http'
import type { RawExchange } from '../../http/declarations/raw-handler.ts'
import { hasBody } from '../../http/responses/timeouts.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ApacheEndpoint } from '../apache/supervise.ts'
import { parseDestination, type ServedUrl } from '../model/served-url.ts'
import { endIdleExchange } from './end-idle-exchange.ts'
import { hidePath } from './hide-path.ts'
import { relayResponse } from './relay-response.ts'
import { connectionHeaders, forwardedHeaders, selectRequestHeaders } from './request-headers.ts'
import { sendRefusal } from './send-refusal.ts'

interface ForwardTarget {
  readonly address: ServedUrl
  readonly endpoint: ApacheEndpoint
  /** Path of the repository on this machine, which errors must not show. */
  readonly directory: string
  /** In lower case, as in access files. */
  readonly login: string
  /** Origin of the URL that the client uses. */
  readonly origin: string
}

/** Headers of the connection, and headers about the user, which the server sets itself. */
const droppedRequestHeaders: ReadonlySet<string> = new Set([
  ...connectionHeaders,
  ...['authorization', 'proxy-authorization', 'cookie', 'x-auth-accesskey', 'x-auth-token', 'x-svn-proxy-secret'],
  ...forwardedHeaders,
  'destination',
])

const droppedResponseHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'trailer', 'upgrade', 'location', 'server', 'date'],
  ...['cache-control', 'x-content-type-options', 'www-authenticate', 'proxy-authenticate'],
])

/**
 * Streams a request to Apache and its response back with backpressure
 * (docs/decisions/0034-run-apache-behind-the-server.md). Uses one connection per request: Apache caches the access file
 * per connection.
 */
export function forwardToApache(exchange: RawExchange, target: ForwardTarget): void {
  const { address, endpoint, login } = target
  const { request, response, timeouts } = exchange
  const local = `http://127.0.0.1:${endpoint.port}`
  const query = /\?[^#]*/.exec(exchange.url)?.[0] ?? ''
  const upstream = send({
    host: '127.0.0.1',
    port: endpoint.port,
    method: request.method ?? 'GET',
    path: address.path + query,
    agent: false,
    headers: {
      ...selectRequestHeaders(request, droppedRequestHeaders),
      ...rewriteDestination(request, address, local),
      host: `127.0.0.1:${endpoint.port}`,
      authorization: `Basic ${Buffer.from(`${login}:x`).toString('base64')}`,
      'x-svn-proxy-secret': endpoint.secret,
    },
  })
  endIdleExchange(request, response, upstream, timeouts.idle)
  upstream.on('response', (answer) => pipeResponse(exchange, upstream, answer, local, target))
  upstream.on('error', () => {
    if (response.headersSent) return
    request.unpipe(upstream)
    const headers = { 'Retry-After': '1' }
    sendRefusal(exchange, new Refusal('unavailable', 'Subversion is not available at the moment', { headers }))
  })
  response.once('close', () => upstream.destroy())
  if (!hasBody(request)) {
    upstream.end()
    return
  }
  request.once('error', () => upstream.destroy())
  exchange.acceptBody()
  request.pipe(upstream)
}

/** Apache copies only within its own host, and this server only within one repository. */
function rewriteDestination(request: IncomingMessage, address: ServedUrl, local: string): Record<string, string> {
  const header = request.headers['destination']
  if (header === undefined) return {}
  const destination = typeof header === 'string' ? parseDestination(header) : undefined
  if (destination?.project !== address.project || destination.repository !== address.repository)
    throw new Refusal('forbidden', 'COPY and MOVE across repositories are not allowed.')
  return { destination: local + destination.path }
}

function pipeResponse(
  exchange: RawExchange,
  upstream: ClientRequest,
  answer: IncomingMessage,
  local: string,
  { origin, directory }: ForwardTarget,
): void {
  const { request, response } = exchange
  const isError = (answer.statusCode ?? 0) >= 400
  for (const [name, values] of Object.entries(answer.headersDistinct))
    if (values !== undefined && !droppedResponseHeaders.has(name) && !(isError && name === 'content-length'))
      response.setHeader(name, values)
  const location = rewriteLocation(answer, local, origin)
  if (location !== undefined) response.setHeader('location', location)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'private')
  if (request.method === 'GET') response.setHeader('Content-Disposition', 'attachment')
  const change = isError ? hidePath(directory) : location && replaceRedirectBody(exchange, answer, location)
  relayResponse(exchange, upstream, answer, change)
}

function rewriteLocation(
  { headers: { location } }: IncomingMessage,
  local: string,
  origin: string,
): string | undefined {
  return location?.startsWith(local) ? origin + location.slice(local.length) : location
}

/** Apache links the URL with its private port in the body of a redirect. */
function replaceRedirectBody({ response }: RawExchange, answer: IncomingMessage, location: string): string | undefined {
  if ((answer.statusCode ?? 0) < 300) return undefined
  const body = `Moved to ${location}\n`
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  return body
}
