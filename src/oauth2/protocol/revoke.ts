import type { Tx } from '../../database/db/db.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { OAuth2TokenId } from '../../kit/values/ids.ts'
import { hashSecret, isSameHash } from '../../sign-in/authentication/secret.ts'
import { parseSplitSecret } from '../../sign-in/model/split-secret.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import { lockCode, removeCode } from '../store/oauth2-codes.ts'
import { findAccessToken, findRefreshToken } from '../store/oauth2-tokens.ts'

/** Revokes the whole grant of a token (RFC 7009, docs/api/oauth2.md §8); a token of another app changes nothing. */
export async function revokeToken(tx: Tx, app: OAuth2App, text: string): Promise<void> {
  const token = await tokenOf(tx, text)
  const code = token && (await lockCode(tx, token.codeId))
  if (code !== undefined && code.appId === app.id) await removeCode(tx, credentialPermit, code.id)
}

/** The prefix determines the type of a token: hints are not needed (RFC 7009 §2.1). */
async function tokenOf(tx: Tx, text: string) {
  const access = parseSplitSecret('tlp-oauth2-at1-', text)
  const split = access ?? parseSplitSecret('tlp-oauth2-rt1-', text)
  if (split === undefined) return undefined
  // Untrusted number; validated by the lookup below.
  const id = split.id as OAuth2TokenId
  const token = await (access === undefined ? findRefreshToken(tx, id) : findAccessToken(tx, id))
  return token !== undefined && isSameHash(token.hash, hashSecret(split.verifier)) ? token : undefined
}
