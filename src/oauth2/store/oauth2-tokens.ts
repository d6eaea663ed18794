import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { prepareStatement, type Slots } from '../../database/statements/prepared-statements.ts'
import type { OAuth2AppId, OAuth2CodeId, OAuth2TokenId, UserId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { splitScopes } from '../model/oauth2-scopes.ts'

interface IssuedToken {
  readonly id: OAuth2TokenId
  readonly codeId: OAuth2CodeId
  readonly hash: string
  readonly scopes: readonly string[]
  readonly expiresOn: EpochSeconds
}

export interface OAuth2AccessToken extends IssuedToken {
  readonly appId: OAuth2AppId
  readonly userId: UserId
}

export interface OAuth2RefreshToken extends IssuedToken {
  readonly usedOn: EpochSeconds | null
}

// Every request with a bearer token runs this query.
const accessTokenById = prepareStatement((db: Reader, { value }: Slots<{ id: OAuth2TokenId }>) =>
  db.selectFrom('oauth2_access_token').selectAll().where('id', '=', value('id')),
)

export async function findAccessToken(db: Reader, id: OAuth2TokenId): Promise<OAuth2AccessToken | undefined> {
  const [row] = await accessTokenById(db, { id })
  return (
    row && {
      id: row.id,
      codeId: row.code_id,
      appId: row.app_id,
      userId: row.user_id,
      hash: row.hash,
      scopes: splitScopes(row.scopes),
      expiresOn: row.expires_on,
    }
  )
}

export async function findRefreshToken(db: Reader, id: OAuth2TokenId): Promise<OAuth2RefreshToken | undefined> {
  const row = await db.selectFrom('oauth2_refresh_token').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      id: row.id,
      codeId: row.code_id,
      hash: row.hash,
      scopes: splitScopes(row.scopes),
      expiresOn: row.expires_on,
      usedOn: row.used_on,
    }
  )
}

export interface NewToken {
  readonly hash: string
  readonly scopes: readonly string[]
  readonly createdOn: EpochSeconds
  readonly expiresOn: EpochSeconds
}

/** Adds an access token; the caller has locked the code. */
export async function addAccessToken(
  tx: Tx,
  _permit: CredentialPermit,
  code: { readonly id: OAuth2CodeId; readonly appId: OAuth2AppId; readonly userId: UserId },
  token: NewToken,
): Promise<OAuth2TokenId> {
  const [newId] = await allocateIds(tx, 'oauth2_access_token', 1)
  const id = newId as OAuth2TokenId
  await tx
    .insertInto('oauth2_access_token')
    .values({ id, code_id: code.id, app_id: code.appId, user_id: code.userId, ...columnsOf(token) })
    .execute()
  return id
}

/** Adds a refresh token; the caller has locked the code. */
export async function addRefreshToken(
  tx: Tx,
  _permit: CredentialPermit,
  codeId: OAuth2CodeId,
  token: NewToken,
): Promise<OAuth2TokenId> {
  const [newId] = await allocateIds(tx, 'oauth2_refresh_token', 1)
  const id = newId as OAuth2TokenId
  const row = { id, code_id: codeId, used_on: null, ...columnsOf(token) }
  await tx.insertInto('oauth2_refresh_token').values(row).execute()
  return id
}

const columnsOf = ({ hash, scopes, createdOn, expiresOn }: NewToken) => ({
  hash,
  scopes: scopes.join(' '),
  created_on: createdOn,
  expires_on: expiresOn,
})

export async function markRefreshTokenUsed(
  tx: Tx,
  _permit: CredentialPermit,
  id: OAuth2TokenId,
  at: EpochSeconds,
): Promise<void> {
  await tx.updateTable('oauth2_refresh_token').set({ used_on: at }).where('id', '=', id).execute()
}

/** Removes at most so many expired tokens of one kind. Returns how many. */
export async function removeExpiredTokens(
  tx: Tx,
  _permit: SystemPermit<'sweep'>,
  table: 'oauth2_access_token' | 'oauth2_refresh_token',
  now: EpochSeconds,
  most: number,
): Promise<number> {
  const old = tx.selectFrom(table).select('id').where('expires_on', '<=', now).orderBy('expires_on').limit(most)
  const removed = await tx.deleteFrom(table).where('id', 'in', old).executeTakeFirst()
  return Number(removed.numDeletedRows)
}
