import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { usedPreferences } from '../model/preferences.ts'

/** Returns the preferences that the server uses. */
export async function getPreferences(db: Reader, userId: UserId): Promise<Map<string, string>> {
  const query = db.selectFrom('user_preference').select(['name', 'value']).where('user_id', '=', userId)
  const rows = await query.where('name', 'in', usedPreferences).execute()
  return new Map(rows.map((row) => [row.name, row.value]))
}

/** Returns those of these preferences that a user has set: for preferences that are read with their subject. */
export async function loadPreferences(
  db: Reader,
  userId: UserId,
  names: readonly string[],
): Promise<Map<string, string>> {
  const query = db.selectFrom('user_preference').select(['name', 'value']).where('user_id', '=', userId)
  const rows = await query.where(inList('name', names)).execute()
  return new Map(rows.map((row) => [row.name, row.value]))
}

export async function findPreference(
  db: Reader,
  { subject: userId }: Permit<'use own', UserId>,
  name: string,
): Promise<string | undefined> {
  const query = db.selectFrom('user_preference').select('value').where('user_id', '=', userId)
  return (await query.where('name', '=', name).executeTakeFirst())?.value
}

/** Returns the number of preferences of a user without the one of this name. */
export async function countOtherPreferences(
  db: Reader,
  { subject: userId }: Permit<'use own', UserId>,
  name: string,
): Promise<number> {
  const others = db.selectFrom('user_preference').where('user_id', '=', userId).where('name', '!=', name)
  const { count } = await others.select((rows) => rows.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

export async function savePreference(
  tx: Tx,
  { subject: userId }: Permit<'use own', UserId>,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<void> {
  const insert = tx.insertInto('user_preference').values({ user_id: userId, name, value })
  await insert.onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value })).execute()
}

export async function removePreference(
  tx: Tx,
  { subject: userId }: Permit<'use own', UserId>,
  name: string,
): Promise<void> {
  await tx.deleteFrom('user_preference').where('user_id', '=', userId).where('name', '=', name).execute()
}

/** Returns one preference of each of these users who has set it. */
export async function loadPreferenceOfUsers(
  db: Reader,
  userIds: readonly UserId[],
  name: string,
): Promise<Map<UserId, string>> {
  const query = db.selectFrom('user_preference').select(['user_id', 'value']).where(inList('user_id', userIds))
  const rows = await query.where('name', '=', name).execute()
  return new Map(rows.map((row) => [row.user_id, row.value]))
}
