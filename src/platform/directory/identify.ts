import type { World } from '../../kit/world.ts'
import type { Claims } from '../model/directory-claims.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'
import type { Identity } from '../store/user-identities.ts'
import type { Attempt } from './attempt.ts'
import { clientOf } from './client.ts'

/** Somebody a directory vouches for. */
export interface Identified extends Identity {
  /** What else it says; asked for when somebody is new. */
  claims(): Promise<Claims>
}

/** Where a directory asks who it is (OpenID Connect Core §3.1.2.1, RFC 7636). */
export async function directoryAddress(
  world: World,
  provider: IdentityProvider,
  { state, nonce, verifier }: Attempt,
  redirectUri: string,
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const address = buildAuthorizationUrl(await clientOf(world, provider), {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return address.href
}

/** The library checks state, issuer (RFC 9207), signature, audience, nonce and times; the code is worth one exchange. */
export async function identify(
  world: World,
  provider: IdentityProvider,
  { state, nonce, verifier }: Attempt,
  cameBack: URL,
): Promise<Identified> {
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
  const client = await clientOf(world, provider)
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  const tokens = await authorizationCodeGrant(client, cameBack, checks)
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('An ID token was expected and checked')
  const { iss: issuer, sub: subject } = claims
  return {
    issuer,
    subject,
    async claims() {
      if (client.serverMetadata().userinfo_endpoint === undefined) return claims
      // The token is signed, what is asked for is not: it has the last word.
      return { ...(await fetchUserInfo(client, tokens.access_token, subject)), ...claims }
    },
  }
}
