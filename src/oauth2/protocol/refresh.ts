import type { Tx } from '../../database/db/db.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { OAuth2TokenId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { hashSecret, isSameHash } from '../../sign-in/authentication/secret.ts'
import { parseSplitSecret } from '../../sign-in/model/split-secret.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import { parseScopes, splitScopes } from '../model/oauth2-scopes.ts'
import { findCodeOwner, lockCode, type OAuth2Code, removeCode } from '../store/oauth2-codes.ts'
import { findRefreshToken, markRefreshTokenUsed, type OAuth2RefreshToken } from '../store/oauth2-tokens.ts'
import { issueTokens } from './issue-tokens.ts'
import type { Parameters } from './parameters.ts'
import { lockUsableAccount, recordReuse } from './token-checks.ts'
import { createTokenError, type TokenDecision } from './token-response.ts'

/** Handles `grant_type=refresh_token` (docs/api/oauth2.md §5, RFC 6749 §6, RFC 9700 §4.14.2). */
export async function refreshTokens(
  tx: Tx,
  app: OAuth2App,
  parameters: Parameters,
  at: EpochSeconds,
): Promise<TokenDecision> {
  const text = parameters.get('refresh_token')
  if (text === undefined || parameters.repeats(['scope'])) return createTokenError('invalid_request')
  const locked = await lockRefreshToken(tx, text)
  if (locked === undefined || locked.code.appId !== app.id) return createTokenError('invalid_grant')
  const { token, code, isUsable } = locked
  if (token.usedOn !== null) {
    // Two parties have the token, and which one is the attacker is unknown: both lose access. Concurrent refreshes of
    // one client have the same result.
    await removeCode(tx, credentialPermit, code.id)
    await recordReuse(tx, app, code, 'refresh token', at)
    return createTokenError('invalid_grant')
  }
  if (token.expiresOn <= at || !isUsable) return createTokenError('invalid_grant')
  const scopes = narrowed(token.scopes, parameters.get('scope'))
  if (scopes === undefined) return createTokenError('invalid_scope')
  await markRefreshTokenUsed(tx, credentialPermit, token.id, at)
  return issueTokens(tx, code, scopes, token.scopes, at)
}

/**
 * Returns a refresh token and locks its account and its code, so that all operations on tokens of one code are
 * sequential.
 */
async function lockRefreshToken(
  tx: Tx,
  text: string,
): Promise<{ token: OAuth2RefreshToken; code: OAuth2Code; isUsable: boolean } | undefined> {
  const split = parseSplitSecret('tlp-oauth2-rt1-', text)
  if (split === undefined) return undefined
  // Untrusted number; validated by the lookup below.
  const id = split.id as OAuth2TokenId
  const before = await findRefreshToken(tx, id)
  if (before === undefined || !isSameHash(before.hash, hashSecret(split.verifier))) return undefined
  const owner = await findCodeOwner(tx, before.codeId)
  const isUsable = owner !== undefined && (await lockUsableAccount(tx, owner))
  const code = await lockCode(tx, before.codeId)
  // A concurrent request may have used it while this one waited for the lock of the code.
  const token = code && (await findRefreshToken(tx, id))
  return token && code && { token, code, isUsable }
}

/** Returns the requested scopes, if the token has them all; undefined: it does not. */
function narrowed(granted: readonly string[], requested: string | undefined): readonly string[] | undefined {
  if (requested === undefined) return granted
  const scopes = parseScopes(splitScopes(requested))
  return scopes?.every((scope) => granted.includes(scope)) ? scopes : undefined
}
