import type { World } from '../../world/model/world.ts'
import type { Claims } from '../model/identity-claims.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'
import type { Identity } from '../store/user-identities.ts'
import type { LoginAttempt } from './login-attempt.ts'
import { getOidcClient } from './oidc-client.ts'

/** A user whom an identity provider has authenticated. */
export interface IdentifiedUser extends Identity {
  /** Further claims; requested for new users. */
  claims(): Promise<Claims>
}

/** Returns the URL at which the identity provider authenticates the user (OpenID Connect Core §3.1.2.1, RFC 7636). */
export async function buildProviderUrl(
  world: World,
  provider: IdentityProvider,
  { state, nonce, verifier }: LoginAttempt,
  redirectUri: string,
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const url = buildAuthorizationUrl(await getOidcClient(world, provider), {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/**
 * Exchanges the code, which is valid once, and returns the user. The library checks state, issuer (RFC 9207),
 * signature, audience, nonce and times.
 */
export async function identifyUser(
  world: World,
  provider: IdentityProvider,
  { state, nonce, verifier }: LoginAttempt,
  cameBack: URL,
): Promise<IdentifiedUser> {
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
  const client = await getOidcClient(world, provider)
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  const tokens = await authorizationCodeGrant(client, cameBack, checks)
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('Unreachable: the library requires an ID token')
  const { iss: issuer, sub: subject } = claims
  return {
    issuer,
    subject,
    async claims() {
      if (client.serverMetadata().userinfo_endpoint === undefined) return claims
      // The ID token is signed, the userinfo response is not: the token takes precedence.
      return { ...(await fetchUserInfo(client, tokens.access_token, subject)), ...claims }
    },
  }
}
