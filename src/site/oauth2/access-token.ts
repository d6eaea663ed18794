import type { OAuth2TokenId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { hashSecret, isSameHash } from '../authentication/secret.ts'
import { parseSplitSecret } from '../model/split-secret.ts'
import { findAccessToken, type OAuth2AccessToken } from '../store/oauth2-tokens.ts'

export type CheckedToken =
  | { readonly kind: 'valid'; readonly token: OAuth2AccessToken }
  | { readonly kind: 'malformed' | 'expired' | 'unknown' }

/** What a bearer token is (docs/api/authentication.md §1.4): one row, found by its number. */
export async function checkAccessToken(deps: Pick<World, 'db' | 'clock'>, text: string): Promise<CheckedToken> {
  const split = parseSplitSecret('tlp-oauth2-at1-', text)
  if (split === undefined) return { kind: 'malformed' }
  // A number from outside: it becomes an id by being found.
  const token = await findAccessToken(deps.db.read, split.id as OAuth2TokenId)
  if (token === undefined || !isSameHash(token.hash, hashSecret(split.verifier))) return { kind: 'unknown' }
  // The second of expiry is already too late, as for access keys.
  return token.expiresOn <= deps.clock.now() ? { kind: 'expired' } : { kind: 'valid', token }
}

/** The token of `Authorization: Bearer` (RFC 6750 §2.1); undefined: none is there, or one outside its alphabet. */
export function readBearer(header: string | undefined): string | undefined {
  const match = /^Bearer(?: +(.*))?$/i.exec(header ?? '')
  if (match === null) return undefined
  const text = match[1] ?? ''
  return /^[A-Za-z0-9\-._~+/]*=*$/.test(text) ? text : undefined
}
