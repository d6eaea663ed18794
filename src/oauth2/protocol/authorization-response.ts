/** Target of the response to an authorization request. */
export interface AuthorizationTarget {
  readonly redirectUri: string
  readonly state: string | undefined
  /** RFC 9207: the issuer, so that an app with several servers cannot confuse them. */
  readonly issuer: string
}

/** Codes of RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6. */
export type AuthorizationError =
  | 'invalid_request'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported'
  | 'login_required'
  | 'invalid_scope'
  | 'interaction_required'
  | 'access_denied'

/**
 * Returns the redirect URI with the parameters of the response appended (docs/api/oauth2.md §3: its own parameters are
 * kept).
 */
export function buildAuthorizationResponseUrl(
  { redirectUri, state, issuer }: AuthorizationTarget,
  answer: { readonly code: string } | { readonly error: AuthorizationError },
): string {
  const pairs = Object.entries({ ...(state === undefined ? {} : { state }), ...answer, iss: issuer })
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  if (!redirectUri.includes('?')) return `${redirectUri}?${query}`
  return `${redirectUri}${/[?&]$/.test(redirectUri) ? '' : '&'}${query}`
}
