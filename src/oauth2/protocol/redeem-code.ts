import type { Tx } from '../../database/db/db.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { OAuth2CodeId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { hashSecret, isSameHash } from '../../sign-in/authentication/secret.ts'
import { parseSplitSecret } from '../../sign-in/model/split-secret.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import { findCodeOwner, lockCode, markCodeUsed, removeCode } from '../store/oauth2-codes.ts'
import { issueTokens } from './issue-tokens.ts'
import type { Parameters } from './parameters.ts'
import { isVerifierOf } from './pkce.ts'
import { lockUsableAccount, recordReuse } from './token-checks.ts'
import { createTokenError, type TokenDecision } from './token-response.ts'

/**
 * Handles `grant_type=authorization_code` (docs/api/oauth2.md §4, RFC 6749 §4.1.3), with the checks in the order of
 * Tuleap.
 */
export async function redeemCode(
  tx: Tx,
  app: OAuth2App,
  parameters: Parameters,
  at: EpochSeconds,
): Promise<TokenDecision> {
  const text = parameters.get('code')
  const redirectUri = parameters.get('redirect_uri')
  if (text === undefined || redirectUri === undefined) return createTokenError('invalid_request')
  const split = parseSplitSecret('tlp-oauth2-ac1-', text)
  // Untrusted number; validated by the lookup below.
  const id = split?.id as OAuth2CodeId | undefined
  const owner = id === undefined ? undefined : await findCodeOwner(tx, id)
  const isUsable = owner !== undefined && (await lockUsableAccount(tx, owner))
  const code = id === undefined ? undefined : await lockCode(tx, id)
  if (code === undefined || !isSameHash(code.hash, hashSecret(split?.verifier ?? '')))
    return createTokenError('invalid_grant')
  // A code of another app stays valid, since anyone can register an app.
  if (code.appId !== app.id) return createTokenError('invalid_grant')
  if (code.usedOn !== null) {
    // Another party has the code too (RFC 6749 §4.1.2): everything issued from it is revoked.
    await removeCode(tx, credentialPermit, code.id)
    await recordReuse(tx, app, code, 'code', at)
    return createTokenError('invalid_grant')
  }
  if (code.expiresOn <= at) return createTokenError('invalid_grant')
  // The code is used up from here on, whatever else is wrong.
  await markCodeUsed(tx, credentialPermit, code.id, at)
  const isRight = redirectUri === code.redirectUri && isVerifierOf(code.codeChallenge, parameters.get('code_verifier'))
  if (!isRight || !isUsable) return createTokenError('invalid_grant')
  return issueTokens(tx, code, code.scopes, code.scopes, at)
}
