import http, { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { Refusal } from '../../kit/messages/refusal.ts'
import { commonHeaders } from '../requests/headers.ts'
import { addStatusPrefix } from '../responses/statuses.ts'
import type { Timeouts } from '../responses/timeouts.ts'

/** The last parsed request of a connection. */
interface LastExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const exchanges = new WeakMap<Duplex, LastExchange>()

// Connections that got an error response; what else they send is ignored.
const refusedSockets = new WeakSet<Duplex>()

/**
 * Responds to connections whose input is not HTTP, too large or too slow, and so never becomes a request: with the body
 * and the headers of every other error (docs/api/rest-conventions.md §1.3). Then the connection ends.
 */
export const malformedRequestHandler =
  ({ drain: rest }: Pick<Timeouts, 'drain'>) =>
  (error: ConnectionError, socket: Socket): void => {
    if (refusedSockets.has(socket)) return
    refusedSockets.add(socket)
    const last = exchanges.get(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (last === undefined || !last.request.complete)
      refuseIncompleteRequest(socket, last?.response, error.code, rest)
    // Earlier requests of the connection are answered first: they are valid.
    else if (last.response.closed) refuse(socket, error.code, rest)
    else last.response.once('close', () => refuse(socket, error.code, rest))
  }

/**
 * Rejects requests that the parser accepts although no server may (RFC 9112 §3.2, §9.6); call it before any hook is
 * added.
 */
export function refuseInvalidHost(app: FastifyInstance, { drain: rest }: Pick<Timeouts, 'drain'>): void {
  app.server.on('request', (request, response) => exchanges.set(request.socket, { request, response }))
  app.server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    refuse(socket.resume(), 'HPE_INVALID_METHOD', rest)
  })
  app.addHook('onRequest', (request, reply, next) => {
    const hosts = countHosts(request.raw.rawHeaders)
    if (hosts === 1 || (hosts === 0 && request.raw.httpVersion !== '1.1')) return next()
    reply.raw.setHeader('Connection', 'close')
    next(
      new Refusal('invalid', hosts === 0 ? 'The Host header is missing.' : 'The Host header is there more than once.'),
    )
  })
}

/**
 * Proxies and servers that use different ones of two Host headers can be played off against each other (RFC 9112 §3.2).
 */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

/** The response to a request whose body cannot be read may have been sent already. */
function refuseIncompleteRequest(
  socket: Socket,
  response: ServerResponse | undefined,
  code: string,
  rest: number,
): void {
  if (response?.headersSent) socket.destroySoon()
  else refuse(socket, code, rest)
}

/** Closing at once would lose the response for a client that is still writing: it gets some time to read. */
function refuse(socket: Duplex, code: string, milliseconds: number): void {
  if (!socket.writable) return
  socket.end(buildResponse(code))
  const timer = setTimeout(() => socket.destroy(), milliseconds).unref()
  socket.once('close', () => clearTimeout(timer))
}

function buildResponse(code: string): string {
  const [status, text] = answers[code] ?? [400, 'The request is not well-formed HTTP.']
  const body = JSON.stringify({ error: { code: status, message: addStatusPrefix(status, text) } })
  const headers = {
    ...commonHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Date: new Date().toUTCString(),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}

const notEncoded = 'The URL must be percent-encoded as UTF-8, without blanks.'
const noLength = 'Content-Length must be one number of bytes, without Transfer-Encoding.'
const noVersion = 'This server supports HTTP/1.1 only.'

// `maxHeaderSize` is a getter of node:http, and getters are not exported in the built server (tools/build-server.mjs).
/** Maps Node's error codes to responses, with texts that state what to do. */
const answers: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    `URL and headers are limited to ${http.maxHeaderSize / 1024} KiB together. A long filter of artifacts can be sent in the body of the GET.`,
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunks of the body have extensions that are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_INVALID_EOF_STATE: [400, 'The request ended before it was complete.'],
  HPE_INVALID_METHOD: [400, 'The request does not begin with a supported method.'],
  HPE_INVALID_URL: [400, notEncoded],
  HPE_INVALID_CONSTANT: [400, notEncoded],
  HPE_INVALID_VERSION: [400, noVersion],
  HPE_PAUSED_H2_UPGRADE: [400, noVersion],
  HPE_INVALID_CONTENT_LENGTH: [400, noLength],
  HPE_UNEXPECTED_CONTENT_LENGTH: [400, noLength],
  HPE_INVALID_TRANSFER_ENCODING: [400, 'Transfer-Encoding must be chunked, without Content-Length.'],
  HPE_INVALID_CHUNK_SIZE: [400, 'The chunks of the body are not well formed.'],
  HPE_INVALID_HEADER_TOKEN: [400, 'A header is not well formed.'],
}
