import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { PasskeyId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import type { Passkey } from '../model/passkey.ts'

const toPasskey = (row: Tables['passkey']): Passkey => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: JSON.parse(row.transports),
  rpId: row.rp_id,
  label: row.label,
  createdOn: row.created_on,
  lastUsedOn: row.last_used_on,
})

/** Returns whether any user has a passkey, cached; the sign-in page shows it. */
export async function hasPasskeys({ db, cache }: Pick<World, 'db' | 'cache'>): Promise<boolean> {
  const { has } = await cache.getOrLoad('users', 'has passkeys', async () => ({
    has: (await db.read.selectFrom('passkey').select('id').limit(1).executeTakeFirst()) !== undefined,
  }))
  return has
}

/** Returns the passkeys of a user, oldest first. */
export async function loadPasskeys(db: Reader, userId: UserId): Promise<Passkey[]> {
  const rows = await db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(toPasskey)
}

export async function findPasskeyByCredential(db: Reader, credentialId: string): Promise<Passkey | undefined> {
  const row = await db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
  return row && toPasskey(row)
}

export async function addPasskey(
  tx: Tx,
  { subject: userId }: Permit<'change factors', UserId>,
  passkey: Omit<Passkey, 'id' | 'userId' | 'lastUsedOn'>,
): Promise<Passkey> {
  const [newId] = await allocateIds(tx, 'passkey', 1)
  const row = {
    id: newId as PasskeyId,
    user_id: userId,
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    transports: JSON.stringify(passkey.transports),
    rp_id: passkey.rpId,
    label: passkey.label,
    created_on: passkey.createdOn,
    last_used_on: null,
  }
  await tx.insertInto('passkey').values(row).execute()
  return toPasskey(row)
}

/** Renames a passkey. Returns whether the owner has it. */
export async function renamePasskey(
  tx: Tx,
  { subject: userId }: Permit<'change factors', UserId>,
  id: PasskeyId,
  label: string,
): Promise<boolean> {
  const update = tx.updateTable('passkey').set({ label }).where('id', '=', id).where('user_id', '=', userId)
  return Number((await update.executeTakeFirst()).numUpdatedRows) > 0
}

export async function removePasskey(
  tx: Tx,
  { subject: userId }: Permit<'change factors', UserId>,
  id: PasskeyId,
): Promise<boolean> {
  const removal = tx.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId)
  if (Number((await removal.executeTakeFirst()).numDeletedRows) === 0) return false
  return true
}

/**
 * Records the use of a passkey. Returns false when it was used or removed since it was read: of two uses of one
 * signature only one counts.
 */
export async function recordPasskeyUse(
  tx: Tx,
  _permit: CredentialPermit,
  { id, counter: before }: Passkey,
  { counter, at }: { readonly counter: number; readonly at: EpochSeconds },
): Promise<boolean> {
  const update = tx.updateTable('passkey').set({ counter, last_used_on: at })
  return Number((await update.where('id', '=', id).where('counter', '=', before).executeTakeFirst()).numUpdatedRows) > 0
}
