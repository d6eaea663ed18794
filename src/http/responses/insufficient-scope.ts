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
