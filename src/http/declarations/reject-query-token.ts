import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../kit/messages/refusal.ts'

/**
 * Rejects an access token outside of the Authorization header (docs/api/compatibility.md §1; RFC 6750 §2.2, §2.3 are
 * not supported): in a URL it ends up in logs and histories. It is not ignored, so that a client does not take the
 * anonymous response for its own.
 */
export function rejectQueryToken({ query, body, headers }: Pick<FastifyRequest, 'query' | 'body' | 'headers'>): void {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
  if (!hasToken(query) && !(isForm && hasToken(body))) return
  throw new Refusal('unauthenticated', 'An access token is taken from the Authorization header only')
}

const hasToken = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'access_token')
