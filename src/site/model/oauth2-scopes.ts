import { isOAuth2Scope, type ScopeName } from './scopes.ts'

/** Scopes as they are stored and sent: separated by blanks (RFC 6749 §3.3). */
export const splitScopes = (text: string): string[] => text.split(' ').filter((scope) => scope !== '')

/**
 * Scopes an app asks for, each once; undefined when one is malformed or unknown, or there are none (docs/api/oauth2.md
 * §3).
 */
export function parseScopes(asked: readonly string[]): ScopeName[] | undefined {
  const known = [...new Set(asked)].filter((scope) => /^[a-z:_]+$/.test(scope)).filter(isOAuth2Scope)
  return known.length === 0 || known.length < new Set(asked).size ? undefined : known
}
