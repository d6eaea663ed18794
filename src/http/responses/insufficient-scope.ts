import { Refusal } from '../../kit/messages/refusal.ts'
import type { Scope } from '../../kit/values/scope.ts'
import { realm } from './errors.ts'

/**
 * Returns the refusal for a token that lacks the scope of a route, or for a route without scope (RFC 6750 §3.1,
 * docs/api/authentication.md §1.2).
 */
export const createInsufficientScopeRefusal = (scope: Scope | undefined): Refusal =>
  new Refusal('forbidden', 'The access token does not carry the scope this route needs', {
    headers: {
      'WWW-Authenticate': `Bearer ${realm}, error="insufficient_scope"${scope === undefined ? '' : `, scope="${scope}"`}`,
    },
  })

/** Requests that are served as anonymous because the token lacks a scope, with the error about that. */
const asVisitor = new WeakMap<object, Refusal>()

export function markAsVisitor(request: object, refusal: Refusal | null): void {
  if (refusal !== null) asVisitor.set(request, refusal)
}

/** Returns the error for the client: where anonymous access is refused, the reason is the missing scope. */
export function createTokenRefusal(request: object, thrown: unknown): unknown {
  const isClosed = thrown instanceof Refusal && ['unauthenticated', 'forbidden', 'absent'].includes(thrown.kind)
  return isClosed ? (asVisitor.get(request) ?? thrown) : thrown
}
