import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorAnswer } from './errors.ts'
import { negotiated } from './format.ts'
import { jsonList } from './json-list.ts'
import type { Format } from './negotiate.ts'
import type { Answer } from './route.ts'
import { toXml } from './xml-body.ts'

/** Written on the raw response, which keeps the case of names (contract 60 §1). */
export function announce(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
}

/** Sends an answer in the negotiated format (contract 10 §1.2, §1.6). */
export function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
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

/** The answer to anything thrown (contract 10 §1.3). */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
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
