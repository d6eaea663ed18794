import type { OAuth2Code } from '../store/oauth2-codes.ts'

/** Codes of RFC 6749 §5.2. */
export type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'

/** Result of a token request, decided within one transaction. */
export type TokenDecision = { readonly kind: 'refused'; readonly error: TokenError } | IssuedTokens

export interface IssuedTokens {
  readonly kind: 'issued'
  readonly accessToken: string
  /** null: without `offline_access`. */
  readonly refreshToken: string | null
  readonly code: OAuth2Code
}

export const createTokenError = (error: TokenError) => ({ kind: 'refused', error }) as const
