import { type AccountPermit, type CredentialPermit, getPermittedUser } from '../../accounts/model/account-permit.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A token of a user; only its digest is stored. */
export interface Token {
  readonly hash: string
  readonly userId: UserId
  readonly createdOn: EpochSeconds
}

export async function findToken(db: Reader, hash: string): Promise<Token | undefined> {
  const row = await db.selectFrom('token').selectAll().where('hash', '=', hash).executeTakeFirst()
  return row && { hash: row.hash, userId: row.user_id, createdOn: row.created_on }
}

/** Returns whether a token exists, and locks it until the end of the transaction. */
export async function lockToken(tx: Tx, hash: string): Promise<boolean> {
  const token = tx.selectFrom('token').select('hash').where('hash', '=', hash)
  return (await lockRows(tx, token).executeTakeFirst()) !== undefined
}

export async function addToken(tx: Tx, _permit: CredentialPermit, token: Token): Promise<void> {
  const row = { hash: token.hash, user_id: token.userId, created_on: token.createdOn }
  await tx.insertInto('token').values(row).execute()
}

/** Removes a token. Returns whether this user had it. */
export async function removeToken(
  tx: Tx,
  { subject: userId }: Permit<'end sessions', UserId>,
  hash: string,
): Promise<boolean> {
  const query = tx.deleteFrom('token').where('hash', '=', hash).where('user_id', '=', userId)
  return Number((await query.executeTakeFirst()).numDeletedRows) > 0
}

/** Removes all tokens of a user; returns how many there were. */
export async function removeTokensOf(tx: Tx, permit: AccountPermit): Promise<number> {
  const query = tx.deleteFrom('token').where('user_id', '=', getPermittedUser(permit))
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** Removes expired tokens. */
export async function removeTokensBefore(tx: Tx, _permit: SystemPermit<'sweep'>, moment: EpochSeconds): Promise<void> {
  await tx.deleteFrom('token').where('created_on', '<=', moment).execute()
}
