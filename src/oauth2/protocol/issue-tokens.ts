import type { Tx } from '../../database/db/db.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { createSecret, hashSecret } from '../../sign-in/authentication/secret.ts'
import { formatSplitSecret } from '../../sign-in/model/split-secret.ts'
import type { OAuth2Code } from '../store/oauth2-codes.ts'
import { addAccessToken, addRefreshToken } from '../store/oauth2-tokens.ts'
import { accessTokenSeconds, refreshTokenSeconds } from './lifetimes.ts'
import type { IssuedTokens } from './token-response.ts'

/**
 * Issues tokens (RFC 6749 §5.1, docs/api/oauth2.md §4, §6). `scopes` of the access token may be fewer than those of the
 * refresh token, which keeps all that the user authorized (§6).
 */
export async function issueTokens(
  tx: Tx,
  code: OAuth2Code,
  scopes: readonly string[],
  lasting: readonly string[],
  at: EpochSeconds,
): Promise<IssuedTokens> {
  const accessVerifier = createSecret(32)
  const access = { hash: hashSecret(accessVerifier), scopes, createdOn: at, expiresOn: at + accessTokenSeconds }
  const id = await addAccessToken(tx, credentialPermit, code, access)
  const accessToken = formatSplitSecret('tlp-oauth2-at1-', { id, verifier: accessVerifier })
  if (!scopes.includes('offline_access')) return { kind: 'issued', accessToken, refreshToken: null, code }

  const verifier = createSecret(32)
  const refresh = { hash: hashSecret(verifier), scopes: lasting, createdOn: at, expiresOn: at + refreshTokenSeconds }
  const refreshId = await addRefreshToken(tx, credentialPermit, code.id, refresh)
  const refreshToken = formatSplitSecret('tlp-oauth2-rt1-', { id: refreshId, verifier })
  return { kind: 'issued', accessToken, refreshToken, code }
}
