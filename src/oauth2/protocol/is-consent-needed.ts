import type { ScopeName } from '../../sign-in/model/scope-name.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import type { OAuth2Grant } from '../store/oauth2-grants.ts'

/** Returns whether the user has to consent (docs/api/oauth2.md §3, step 8). */
export function isConsentNeeded(
  app: OAuth2App,
  request: { readonly isPrompted: boolean; readonly scopes: readonly ScopeName[] },
  before: OAuth2Grant | undefined,
): boolean {
  if (request.isPrompted || request.scopes.includes('offline_access') || isImitable(app)) return true
  return request.scopes.some((scope) => before?.scopes.includes(scope) !== true)
}

/** Any program on the user's machine could claim to be this app (RFC 8252 §8.6). */
const isImitable = (app: OAuth2App): boolean => !app.isConfidential && !/^https:/i.test(app.redirectUri)
