import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { OAuth2AppId, OAuth2CodeId, UserId } from '../../kit/values/ids.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { splitScopes } from '../model/oauth2-scopes.ts'

/** An authorization code (RFC 6749 §4.1.2), with the data of the tokens that are issued from it. */
export interface OAuth2Code {
  readonly id: OAuth2CodeId
  readonly appId: OAuth2AppId
  readonly userId: UserId
  readonly hash: string
  /** As the app sent it. */
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** SHA-256 of the verifier, base64url (RFC 7636); null: none is needed. */
  readonly codeChallenge: string | null
  readonly nonce: string | null
  /** When the user signed in. */
  readonly authTime: EpochSeconds
  readonly expiresOn: EpochSeconds
  readonly usedOn: EpochSeconds | null
}

const toCode = (row: Tables['oauth2_code']): OAuth2Code => ({
  id: row.id,
  appId: row.app_id,
  userId: row.user_id,
  hash: row.hash,
  redirectUri: row.redirect_uri,
  scopes: splitScopes(row.scopes),
  codeChallenge: row.code_challenge,
  nonce: row.nonce,
  authTime: row.auth_time,
  expiresOn: row.expires_on,
  usedOn: row.used_on,
})

/** Returns the account of a code, which must be locked before the code. */
export async function findCodeOwner(db: Reader, id: OAuth2CodeId): Promise<UserId | undefined> {
  const query = db.selectFrom('oauth2_code').select('user_id').where('id', '=', id)
  return (await query.executeTakeFirst())?.user_id
}

/** Returns a code and locks it with everything issued from it until the end of the transaction. */
export async function lockCode(tx: Tx, id: OAuth2CodeId): Promise<OAuth2Code | undefined> {
  const row = await lockRows(tx, tx.selectFrom('oauth2_code').selectAll().where('id', '=', id)).executeTakeFirst()
  return row && toCode(row)
}

export async function addCode(
  tx: Tx,
  permit: Permit<'authorize apps', UserId>,
  code: Omit<OAuth2Code, 'id' | 'usedOn'> & { readonly createdOn: EpochSeconds },
): Promise<OAuth2CodeId> {
  assertSubject(permit, code.userId)
  const [newId] = await allocateIds(tx, 'oauth2_code', 1)
  const id = newId as OAuth2CodeId
  const row = {
    id,
    app_id: code.appId,
    user_id: code.userId,
    hash: code.hash,
    redirect_uri: code.redirectUri,
    scopes: code.scopes.join(' '),
    code_challenge: code.codeChallenge,
    nonce: code.nonce,
    auth_time: code.authTime,
    created_on: code.createdOn,
    expires_on: code.expiresOn,
    used_on: null,
  }
  await tx.insertInto('oauth2_code').values(row).execute()
  return id
}

export async function markCodeUsed(
  tx: Tx,
  _permit: CredentialPermit,
  id: OAuth2CodeId,
  at: EpochSeconds,
): Promise<void> {
  await tx.updateTable('oauth2_code').set({ used_on: at }).where('id', '=', id).execute()
}

export const loadCodeIds = (db: Reader) => db.selectFrom('oauth2_code').select('id')

/** Removes codes with every token issued from them. */
export async function removeCodes(tx: Tx, codes: ReturnType<typeof loadCodeIds>): Promise<void> {
  // The lock prevents that tokens are issued from them meanwhile.
  await lockRows(tx, codes.orderBy('id')).execute()
  await tx.deleteFrom('oauth2_access_token').where('code_id', 'in', codes).execute()
  await tx.deleteFrom('oauth2_refresh_token').where('code_id', 'in', codes).execute()
  await tx.deleteFrom('oauth2_code').where('id', 'in', codes).execute()
}

export const removeCode = (tx: Tx, _permit: CredentialPermit, id: OAuth2CodeId): Promise<void> =>
  removeCodes(tx, loadCodeIds(tx).where('id', '=', id))

/** Removes every code and token of a user (docs/api/oauth2.md §6); the authorizations stay. */
export const removeCodesOfUser = (
  tx: Tx,
  { subject: user }: Permit<'update', { readonly id: UserId }>,
): Promise<void> => removeCodes(tx, loadCodeIds(tx).where('user_id', '=', user.id))

/** Removes at most so many expired codes without tokens. Returns how many. */
export async function removeSpentCodes(
  tx: Tx,
  _permit: SystemPermit<'sweep'>,
  now: EpochSeconds,
  max: number,
): Promise<number> {
  const spent = loadCodeIds(tx)
    .where('expires_on', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('oauth2_access_token').select('id').whereRef('code_id', '=', 'oauth2_code.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('oauth2_refresh_token').select('id').whereRef('code_id', '=', 'oauth2_code.id'))),
    )
    .orderBy('expires_on')
    .limit(max)
  const removed = await tx.deleteFrom('oauth2_code').where('id', 'in', spent).executeTakeFirst()
  return Number(removed.numDeletedRows)
}
