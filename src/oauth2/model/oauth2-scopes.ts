import type { ScopeName } from '../../sign-in/model/scope-name.ts'
import { isOAuth2Scope } from '../../sign-in/model/scopes.ts'

/** Splits scopes as they are stored and sent: separated by blanks (RFC 6749 §3.3). */
export const splitScopes = (text: string): string[] => text.split(' ').filter((scope) => scope !== '')

/**
 * Returns the requested scopes, each once; undefined when one is malformed or unknown, or there are none
 * (docs/api/oauth2.md §3).
 */
export function parseScopes(requested: readonly string[]): ScopeName[] | undefined {
  const scopes = [...new Set(requested)].filter((scope) => /^[a-z:_]+$/.test(scope)).filter(isOAuth2Scope)
  return scopes.length === 0 || scopes.length < new Set(requested).size ? undefined : scopes
}
