import type { FastifyRequest } from 'fastify'

/** Types that the text of a body decided; most requests have none. */
const decidedTypes = new WeakMap<object, string>()

/** Returns the media type of a body without its parameters. */
export const parseMediaType = (request: Pick<FastifyRequest, 'raw' | 'headers'>): string =>
  decidedTypes.get(request.raw) ?? (request.headers['content-type']?.split(';')[0] ?? '').trim()

/** For the body of a GET: a text that begins as an object is JSON, whatever its type (docs/api/queries.md §1.3). */
export function decideMediaType(request: Pick<FastifyRequest, 'raw'>, bytes: Buffer): void {
  if (/^\s*\{/.test(bytes.subarray(0, 100).toString('latin1'))) decidedTypes.set(request.raw, 'application/json')
}

/** Forgets an empty or malformed type, which Fastify rejects before the text of the body is known. */
export function dropMalformedType({ raw: { headers } }: Pick<FastifyRequest, 'raw'>): void {
  if (!wellFormed.test(headers['content-type'] ?? '')) delete headers['content-type']
}

/** RFC 9110 §8.3.1. */
const wellFormed = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/
