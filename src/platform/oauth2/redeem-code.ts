import type { Tx } from '../../kit/db/db.ts'
import type { OAuth2CodeId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { isSameHash, secretHash } from '../authentication/secret.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import { readSplitSecret } from '../model/split-secret.ts'
import { holdCode, noteCodeUsed, ownerOfCode, removeCode } from '../store/oauth2-codes.ts'
import { lockUsableAccount, noteReuse } from './grant-holder.ts'
import { issueTokens } from './issue-tokens.ts'
import type { Parameters } from './parameters.ts'
import { isProven } from './proof-key.ts'
import { refused, type TokenDecision } from './token-answer.ts'

/** `grant_type=authorization_code` (docs/api/oauth2.md §4, RFC 6749 §4.1.3): in the order of Tuleap. */
export async function redeemCode(tx: Tx, app: OAuth2App, sent: Parameters, at: EpochSeconds): Promise<TokenDecision> {
  const text = sent.get('code')
  const redirectUri = sent.get('redirect_uri')
  if (text === undefined || redirectUri === undefined) return refused('invalid_request')
  const split = readSplitSecret('tlp-oauth2-ac1-', text)
  // A number from outside: it becomes an id by being found.
  const id = split?.id as OAuth2CodeId | undefined
  const owner = id === undefined ? undefined : await ownerOfCode(tx, id)
  const isUsable = owner !== undefined && (await lockUsableAccount(tx, owner))
  const code = id === undefined ? undefined : await holdCode(tx, id)
  if (code === undefined || !isSameHash(code.hash, secretHash(split?.verifier ?? ''))) return refused('invalid_grant')
  // Another app's: nothing is done to it, since anybody can be an app.
  if (code.appId !== app.id) return refused('invalid_grant')
  if (code.usedOn !== null) {
    // Somebody else has it too (RFC 6749 §4.1.2): all that came of it ends.
    await removeCode(tx, code.id)
    await noteReuse(tx, app, code, 'code', at)
    return refused('invalid_grant')
  }
  if (code.expiresOn <= at) return refused('invalid_grant')
  // It is spent from here on, whatever is wrong with the rest.
  await noteCodeUsed(tx, code.id, at)
  const isRight = redirectUri === code.redirectUri && isProven(code.codeChallenge, sent.get('code_verifier'))
  if (!isRight || !isUsable) return refused('invalid_grant')
  return issueTokens(tx, code, code.scopes, code.scopes, at)
}
