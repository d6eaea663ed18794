import type { OAuth2TokenId } from '../../kit/values/ids.ts'
import { hashSecret, isSameHash } from '../../sign-in/authentication/secret.ts'
import { parseSplitSecret } from '../../sign-in/model/split-secret.ts'
import type { World } from '../../world/model/world.ts'
import { findAccessToken, type OAuth2AccessToken } from '../store/oauth2-tokens.ts'

export type CheckedToken =
  | { readonly kind: 'valid'; readonly token: OAuth2AccessToken }
  | { readonly kind: 'malformed' | 'expired' | 'unknown' }

/** Validates a bearer token (docs/api/authentication.md §1.4): one row, found by its id. */
export async function checkAccessToken(deps: Pick<World, 'db' | 'clock'>, text: string): Promise<CheckedToken> {
  const split = parseSplitSecret('tlp-oauth2-at1-', text)
  if (split === undefined) return { kind: 'malformed' }
  // Untrusted number; validated by the lookup below.
  const token = await findAccessToken(deps.db.read, split.id as OAuth2TokenId)
  if (token === undefined || !isSameHash(token.hash, hashSecret(split.verifier))) return { kind: 'unknown' }
  // A token is invalid from the second of its expiry on, like an access key.
  return token.expiresOn <= deps.clock.now() ? { kind: 'expired' } : { kind: 'valid', token }
}

/** Returns the token of `Authorization: Bearer` (RFC 6750 §2.1); undefined: it is missing, or outside its alphabet. */
export function readBearer(header: string | undefined): string | undefined {
  const match = /^Bearer(?: +(.*))?$/i.exec(header ?? '')
  if (match === null) return undefined
  const text = match[1] ?? ''
  return /^[A-Za-z0-9\-._~+/]*=*$/.test(text) ? text : undefined
}
