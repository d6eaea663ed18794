import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Catalogues, createTranslate } from '../../kit/messages/translate.ts'
import type { Endpoint } from '../declarations/endpoint.ts'

/**
 * Rejects a URL that cannot be decoded, in the format of the endpoint that it begins like. Returns whether there is
 * one.
 */
export function refuseMalformedUrl(
  endpoints: readonly Endpoint[],
  catalogues: Catalogues,
  { method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  reply: FastifyReply,
): boolean {
  const path = url.toLowerCase()
  const endpoint = endpoints.find((each) => path.startsWith(each.url.replace(/[:*].*$/, '').toLowerCase()))
  if (endpoint === undefined) return false
  const head = {
    method,
    headers: headers as Readonly<Record<string, string | undefined>>,
    params: {},
    query: '',
    translate: createTranslate(headers, catalogues),
  }
  const answer = endpoint.refuse(new Refusal('invalid', 'The URL is malformed.'), head)
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value)
  reply.code(answer.status).send(answer.body)
  return true
}
