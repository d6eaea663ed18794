import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/**
 * An access token is sent in the header alone (docs/api/compatibility.md §1; RFC 6750 §2.2, §2.3 are not supported): in
 * an address it ends in logs and histories. It is refused rather than passed over, so that nobody takes the answer to a
 * visitor for his own.
 */
export function rejectQueryToken({ query, body, headers }: Pick<FastifyRequest, 'query' | 'body' | 'headers'>): void {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
  if (!hasToken(query) && !(isForm && hasToken(body))) return
  throw new Refusal('unauthenticated', 'An access token is taken from the Authorization header only')
}

const hasToken = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && Object.hasOwn(sent, 'access_token')
