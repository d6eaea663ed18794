import type { OAuth2App } from '../model/oauth2-app.ts'
import type { ScopeName } from '../model/scopes.ts'
import type { OAuth2Grant } from '../store/oauth2-grants.ts'

/** docs/api/oauth2.md §3, step 8. */
export function isConsentNeeded(
  app: OAuth2App,
  asked: { readonly isPrompted: boolean; readonly scopes: readonly ScopeName[] },
  before: OAuth2Grant | undefined,
): boolean {
  if (asked.isPrompted || asked.scopes.includes('offline_access') || isImitable(app)) return true
  return asked.scopes.some((scope) => before?.scopes.includes(scope) !== true)
}

/** Any program of the person's machine could say it is this app (RFC 8252 §8.6). */
const isImitable = (app: OAuth2App): boolean => !app.isConfidential && !/^https:/i.test(app.redirectUri)
