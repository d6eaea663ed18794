import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Translate } from '../../kit/messages/translate.ts'
import { stringifyWellFormed } from '../../kit/text/well-formed.ts'
import type { Answer } from '../declarations/route.ts'
import { negotiateFormat } from '../requests/format.ts'
import type { Format } from '../requests/negotiate.ts'
import { serializeXmlInChunks, serializeXmlList, toXml } from '../requests/xml-body.ts'
import { authenticateChallenge, challenge, toErrorResponse } from '../responses/errors.ts'
import { buildJsonList } from '../responses/json-list.ts'
import { isLight, joinChunks, stringifyInChunks } from '../responses/text-chunks.ts'
import { varyByLanguage } from '../responses/vary-by-language.ts'

/** Minimum size of a compressed response in bytes. */
export const minCompressedBytes = 1024

type Headers = Readonly<Record<string, string | number>>

/** Long responses are serialized in chunks, so sending starts later. */
type ReplyResult = FastifyReply | Promise<FastifyReply>

/**
 * Sends a response in the negotiated format (docs/api/rest-conventions.md §1.2, §1.6); `always` are the headers of
 * every response.
 */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, always: Headers, answer: Answer): ReplyResult {
  const { status = 200, page, headers, stream } = answer
  if (status === 304) return write(request, reply, status, { ...notModifiedHeaders(always), ...headers }, undefined)
  const all = page === undefined ? { ...always, ...headers } : { ...always, ...pageHeaders(page), ...headers }
  if (stream !== undefined) return withHeaders(reply.code(status), all).send(stream)
  if (status === 204) return write(request, reply, status, all, undefined)
  return sendValue(
    request,
    reply,
    status,
    all,
    request.method === 'OPTIONS' ? 'json' : negotiateFormat(request),
    answer,
  )
}

/** Maps the headers of a route to those of its 304. */
const notModifiedCache = new WeakMap<Headers, Headers>()

/** Headers of a response without content (RFC 9110 §15.4.5): the others were sent with the content and still apply. */
function notModifiedHeaders(always: Headers): Headers {
  const cachedHeaders = notModifiedCache.get(always)
  if (cachedHeaders !== undefined) return cachedHeaders
  const needed = Object.entries(always).filter(([name]) => onNotModified.has(name))
  const selected = Object.fromEntries(needed)
  notModifiedCache.set(always, selected)
  return selected
}

const onNotModified: ReadonlySet<string> = new Set([
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
  'Vary',
  'Cache-Control',
  'Expires',
])

const pageHeaders = ({ limit, offset, size, max }: NonNullable<Answer['page']>): Headers => ({
  'X-PAGINATION-LIMIT': limit,
  'X-PAGINATION-OFFSET': offset,
  'X-PAGINATION-SIZE': size,
  'X-PAGINATION-LIMIT-MAX': max,
})

function sendValue(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: Headers,
  format: Format,
  { body, json, jsonMember }: Pick<Answer, 'body' | 'json' | 'jsonMember'>,
): ReplyResult {
  const type = format === 'xml' ? 'application/xml; charset=utf-8' : 'application/json; charset=utf-8'
  const all = { ...headers, 'content-type': type }
  if (format === 'json' && json !== undefined)
    return write(request, reply, status, all, typeof json === 'string' ? json : buildJsonList(json, jsonMember))
  const pieces = format === 'xml' && json !== undefined ? xmlChunksOf(json, jsonMember) : chunksOf(body, format)
  if (typeof pieces === 'string') return write(request, reply, status, all, pieces)
  return joinChunks(pieces).then((text) => write(request, reply, status, all, text))
}

/** Returns the text of a short value, or the chunks of a long one. */
function chunksOf(value: unknown, format: Format): string | Iterator<string, unknown> {
  if (value === undefined) return ''
  if (isLight(value)) return format === 'xml' ? toXml(value) : (stringifyWellFormed(value) ?? '')
  return format === 'xml' ? serializeXmlInChunks(value) : stringifyInChunks(value)
}

const xmlChunksOf = (json: string | readonly string[], member: string | undefined): Iterator<string, unknown> =>
  typeof json === 'string' ? serializeXmlInChunks(JSON.parse(json)) : serializeXmlList(json, member)

/**
 * Writes an uncompressed text directly to Node's response, with all headers at once: setting them one by one and
 * running every plugin hook costs as much as finding a cached response. Names of headers keep their case
 * (docs/api/client-needs.md §1).
 */
function write(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: Headers,
  body: string | Readable | undefined,
): FastifyReply {
  const mayShrink =
    request.headers['accept-encoding'] !== undefined && body !== undefined && sizeOf(body) >= minCompressedBytes
  // While the server stops, the framework adds a header.
  if (typeof body === 'object' || mayShrink || reply.hasHeader('connection'))
    return withHeaders(reply.code(status), headers).send(body)
  const { raw } = reply
  if (body === undefined) raw.writeHead(status, headers)
  else raw.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  reply.hijack()
  raw.end(body)
  return reply
}

/** Returns the maximum number of bytes of a text. */
const sizeOf = (body: string | Readable): number => (typeof body === 'string' ? 3 * body.length : Infinity)

function withHeaders(reply: FastifyReply, headers: Headers): FastifyReply {
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
  return reply
}

/** Logs a failure of the server; returns the header with the id of its line. */
function logFailure(request: FastifyRequest, thrown: unknown): Headers {
  const requestId = randomBytes(6).toString('hex')
  const route = { method: request.method, route: request.routeOptions.url, requestId }
  // The client closed the connection, and the write was refused therefore, or its body ended too early: nothing that an
  // operator could mend.
  if ((thrown instanceof Refusal || thrown === request.raw.errored) && isAbandoned(request))
    request.log.info(route, 'request abandoned by its client')
  else request.log.error({ err: thrown, ...route }, 'request failed')
  return { 'X-Request-Id': requestId }
}

const isAbandoned = ({ raw: { socket } }: FastifyRequest): boolean => socket.destroyed || socket.readableEnded

/**
 * Sends the response to anything thrown (docs/api/rest-conventions.md §1.3). A failure of the server has an id, by which
 * its line of the log is found.
 */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  always: Headers,
  thrown: unknown,
  translate: Translate,
): ReplyResult {
  const { status, body, headers, isTranslated } = toErrorResponse(thrown, translate)
  const logged = status >= 500 ? logFailure(request, thrown) : {}
  const isChallenged = headers['WWW-Authenticate'] === challenge
  const gentle = isChallenged ? { ...headers, 'WWW-Authenticate': authenticateChallenge(request.headers) } : headers
  const all = {
    ...always,
    ...gentle,
    ...logged,
    ...(isTranslated ? varyByLanguage(always) : {}),
  }
  return sendValue(request, reply, status, all, errorFormat(request), { body })
}

/** Errors use the negotiated format; JSON when negotiation itself failed. */
function errorFormat(request: FastifyRequest): Format {
  try {
    return negotiateFormat(request)
  } catch {
    return 'json'
  }
}
