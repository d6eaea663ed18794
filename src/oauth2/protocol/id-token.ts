import { SignJWT } from 'jose'
import type { World } from '../../world/model/world.ts'
import { formatClientId } from '../model/oauth2-app.ts'
import type { OAuth2Code } from '../store/oauth2-codes.ts'
import { idTokenSeconds } from './lifetimes.ts'
import type { getSigningKey } from './signing-keys.ts'

type Signer = Awaited<ReturnType<typeof getSigningKey>>

/** Signs an ID token (OpenID Connect Core §2, docs/api/oauth2.md §8). */
export function signIdToken(
  { clock }: Pick<World, 'clock'>,
  { kid, key }: Signer,
  code: OAuth2Code,
  issuer: string,
): Promise<string> {
  const now = clock.now()
  return new SignJWT({ auth_time: code.authTime, ...(code.nonce === null ? {} : { nonce: code.nonce }) })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(issuer)
    .setSubject(String(code.userId))
    .setAudience(formatClientId(code.appId))
    .setIssuedAt(now)
    .setExpirationTime(now + idTokenSeconds)
    .sign(key)
}
