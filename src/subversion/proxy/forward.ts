import { type ClientRequest, type IncomingMessage, request as send } from 'node:http'
import type { Exchange } from '../../kit/http/ahead.ts'
import { endWhenSent } from '../../kit/http/end-when-sent.ts'
import { announcesBody } from '../../kit/http/patience.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Reached } from '../apache/supervise.ts'
import { readDestination, type ServedAddress } from '../model/served-address.ts'
import { endSilence } from './end-silence.ts'
import { refuse } from './refuse.ts'

interface Forwarded {
  readonly address: ServedAddress
  readonly reached: Reached
  /** Lower case: whom the access file knows. */
  readonly login: string
  /** Where the client believes us to be. */
  readonly origin: string
}

/** Of this connection alone, or about who asks, which Apache hears from us. */
const notPassedOn: ReadonlySet<string> = new Set([
  ...[
    'connection',
    'keep-alive',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'proxy-connection',
    'expect',
    'host',
  ],
  ...['authorization', 'proxy-authorization', 'cookie', 'x-auth-accesskey', 'x-auth-token', 'x-svn-proxy-secret'],
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'destination'],
])

const notPassedBack: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'trailer', 'upgrade', 'location', 'server', 'date'],
  ...['cache-control', 'x-content-type-options', 'www-authenticate', 'proxy-authenticate'],
])

/**
 * Passes a request on to Apache and its answer back, both as they come and as fast as they are taken
 * (docs/decisions/0034-run-apache-behind-the-server.md). Each has a connection of its own: Apache remembers an access file for as
 * long as one lasts.
 */
export function forward(exchange: Exchange, { address, reached, login, origin }: Forwarded): void {
  const { request, response, patience } = exchange
  const local = `http://127.0.0.1:${reached.port}`
  const query = /\?[^#]*/.exec(exchange.url)?.[0] ?? ''
  const upstream = send({
    host: '127.0.0.1',
    port: reached.port,
    method: request.method ?? 'GET',
    path: address.path + query,
    agent: false,
    headers: {
      ...passedOn(request),
      ...destinationOf(request, address, local),
      host: `127.0.0.1:${reached.port}`,
      authorization: `Basic ${Buffer.from(`${login}:x`).toString('base64')}`,
      'x-svn-proxy-secret': reached.secret,
    },
  })
  endSilence(request, response, upstream, patience.silence)
  upstream.on('response', (answer) => passBack(exchange, upstream, answer, local, origin))
  upstream.on('error', () => {
    if (response.headersSent) return
    request.unpipe(upstream)
    const headers = { 'Retry-After': '1' }
    refuse(exchange, new Refusal('unavailable', 'Subversion is not available at the moment', { headers }))
  })
  response.once('close', () => upstream.destroy())
  if (!announcesBody(request)) {
    upstream.end()
    return
  }
  request.once('error', () => upstream.destroy())
  exchange.proceed()
  request.pipe(upstream)
}

function passedOn(request: IncomingMessage): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (values !== undefined && !notPassedOn.has(name)) headers[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked'
  else headers['content-length'] = request.headers['content-length'] ?? '0'
  return headers
}

/** Apache takes copies within itself alone, and we within the repository that was asked about. */
function destinationOf(request: IncomingMessage, address: ServedAddress, local: string): Record<string, string> {
  const header = request.headers['destination']
  if (header === undefined) return {}
  const destination = typeof header === 'string' ? readDestination(header) : undefined
  if (destination?.project !== address.project || destination.repository !== address.repository)
    throw new Refusal('forbidden', 'What is copied stays in its repository')
  return { destination: local + destination.path }
}

function passBack(
  { request, response, patience }: Exchange,
  upstream: ClientRequest,
  answer: IncomingMessage,
  local: string,
  origin: string,
): void {
  for (const [name, values] of Object.entries(answer.headersDistinct))
    if (values !== undefined && !notPassedBack.has(name)) response.setHeader(name, values)
  const location = answer.headers.location
  if (location !== undefined)
    response.setHeader('location', location.startsWith(local) ? origin + location.slice(local.length) : location)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'private')
  if (request.method === 'GET') response.setHeader('Content-Disposition', 'attachment')
  // Whoever is answered before all was sent stops sending, and begins anew on another connection.
  const isEarly = announcesBody(request) && !request.complete
  if (isEarly) response.setHeader('Connection', 'close')
  response.writeHead(answer.statusCode ?? 502)
  answer.pipe(response, { end: false })
  answer.once('error', () => response.destroy())
  answer.once('close', () => {
    // The length was promised: who gets less must not take it for the whole.
    if (!answer.complete) response.destroy()
  })
  answer.once('end', () => {
    if (!isEarly) {
      response.end()
      return
    }
    request.unpipe(upstream)
    void endWhenSent(request, response, patience.rest)
  })
}
